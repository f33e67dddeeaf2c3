Feature: An agent cannot change what it is measured by

  Background:
    Given a repository with the bundled workflow

  Scenario Outline: The builder touches only the project
    Given a cycle that rests at "building"
    When the agent writes "src/a.txt" as "1"
    And the agent writes "<path>" as "vars: { testCommand: 'true' }"
    And I run "gtd step agent"
    Then it exits with 1
    And stderr contains "Take "
    And nothing changed

    Examples:
      | path                      |
      | .gtdrc.yaml               |
      | .gtd/packages/01-greet.md |
      | .gtd/packages/02-more.md  |
      | .gtd/TODO.md              |
      | .gtd/NEXT.md              |
      | .gtd/VERDICT.md           |

  Scenario: A second configuration stops everything until it is gone
    Given a cycle that rests at "building"
    When the agent writes "src/a.txt" as "1"
    And the agent writes "gtd.config.json" as "{}"
    And I run "gtd step agent"
    Then it exits with 7
    And stderr contains "gtd.config.json"
    And nothing changed

  Scenario: A builder that does nothing does not go on
    Given a cycle that rests at "building"
    When I run "gtd step agent"
    Then it exits with 0
    And nothing changed

  Scenario: A planner that builds is refused
    Given a cycle that rests at "grilling"
    When the agent writes ".gtd/TODO.md" as "# Plan"
    And the agent writes "src/a.txt" as "1"
    And I run "gtd step agent"
    Then it exits with 1
    And stderr contains "Only the plan may change here."
    And nothing changed

  Scenario: A planner that writes no package is refused
    Given a cycle that rests at "decomposing"
    When the agent writes ".gtd/TODO.md" as "# Plan, better"
    And I run "gtd step agent"
    Then it exits with 1
    And stderr contains "There is no new package."
    And nothing changed

  Scenario: A human cannot step for the agent, nor the agent for the human
    Given a cycle that rests at "building"
    When the agent writes "src/a.txt" as "1"
    And I run "gtd step"
    Then it exits with 1
    And stderr contains "agent"
    And nothing changed

  Scenario: A blocked agent asks a human, who answers
    Given a cycle that rests at "building"
    When the agent writes ".gtd/BLOCKED.md" as "Which greeting?"
    And I run "gtd step agent"
    Then the last subject is "gtd(agent): building → blocked"
    When I run "gtd next"
    Then stdout contains "Which greeting?"
    And stdout contains "01-greet.md"
    When a human writes ".gtd/BLOCKED.md" as "Which greeting? - Hello."
    And I run "gtd step"
    Then the last subject is "gtd(human): blocked → building"
    When I run "gtd next"
    Then stdout contains ".gtd/BLOCKED.md"

  Scenario: A human leaves the package out
    Given a cycle that rests at "building"
    When the agent writes ".gtd/BLOCKED.md" as "No way."
    And I run "gtd step agent"
    And a human deletes ".gtd/packages/01-greet.md"
    And I run "gtd step"
    Then the last subject is "gtd(human): blocked → skipping"
    When I run "gtd run"
    Then the last subject is "gtd(check): skipping → picking"
    When I run "gtd run"
    Then the last subject is "gtd(check): picking → reviewing"
