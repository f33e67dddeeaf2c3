Feature: gtd undo takes back the last turn and keeps its changes

  Background:
    Given a repository with the small workflow

  Scenario: The turn goes, its changes are pending again
    When a human writes "notes.md" as "add a calculator"
    And I run "gtd step"
    And the agent writes "src/a.txt" as "1"
    And I run "gtd step agent"
    And I run "gtd undo"
    Then it exits with 0
    And the last subject is "gtd(human): idle → working"
    And pending are:
      | src/a.txt |
    And status says the state is "working"

  Scenario: Attempts on top go with the turn before them
    When a human writes "notes.md" as "add a calculator"
    And I run "gtd step"
    And I run "gtd step agent --attempt"
    And I run "gtd step agent --attempt"
    And I run "gtd undo"
    Then it exits with 0
    And the last subject is "chore: begin"
    And pending are:
      | notes.md |

  Scenario: What was pending stays
    When a human writes "notes.md" as "add a calculator"
    And I run "gtd step"
    And a human writes "more.md" as "more"
    And I run "gtd undo"
    Then it exits with 0
    And pending are:
      | more.md  |
      | notes.md |
    And the file "more.md" contains "more"

  Scenario: On a commit that is no turn it refuses and names the next command
    When I run "gtd undo"
    Then it exits with 1
    And stderr matches "gtd |git "
    And nothing changed

  Scenario: The first turn of an empty repository goes too
    Given a repository with the small workflow
    When these succeed:
      """
      git update-ref -d HEAD
      echo x >notes.md
      gtd step
      gtd undo
      """
    Then it exits with 0
    And the file "notes.md" exists
    And status says the state is "idle"
