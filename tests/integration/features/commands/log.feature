Feature: gtd log tells the process turn by turn

  Background:
    Given a repository with the small workflow

  Scenario: Actor, way, files and cost
    When a human writes "notes.md" as "add a calculator"
    And I run "gtd step"
    And the agent writes "src/a.txt" as "1"
    And I run "gtd step agent --cost 0.25 --model opus"
    And I run "gtd log"
    Then it exits with 0
    And stdout contains "human"
    And stdout contains "idle → working"
    And stdout contains "agent"
    And stdout contains "working → checking"
    And stdout contains "0.25"
    And nothing changed

  Scenario: As JSON
    When a human writes "notes.md" as "add a calculator"
    And I run "gtd step"
    And I run "gtd log --json"
    Then it exits with 0
    And stdout is one line of JSON
    And stdout contains "idle"
    And json "turns[0].files" is 1
    And json "turns[0].to" is "working"
    And json "turns[0].insertions" is 1
    And json "totals.turns" is 1
    And json "totals.cost" is absent

  Scenario: Only the latest turns, with the totals of all
    Given the turns:
      | gtd(human): idle → working | notes.md | add a calculator |
    When the agent writes "src/a.txt" as "1"
    And I run "gtd step agent --cost 0.25 --model opus --tokens 1200"
    And I run "gtd log -n 1"
    Then it exits with 0
    And stdout contains "1 earlier turn: gtd log"
    And stdout does not contain "idle → working"
    And stdout contains "working → checking"
    And stdout contains "0.25 opus"
    And stdout contains "2 turns"
    And stdout contains "1.2k tokens"
    And nothing changed

  Scenario: Nothing yet
    When I run "gtd log"
    Then it exits with 0
    And nothing changed
