Feature: gtd tells what it can do

  Background:
    Given a repository with the small workflow

  Scenario: Help names every command, and only those there are
    When I run "gtd --help"
    Then it exits with 0
    And stdout contains "step"
    And stdout contains "run"
    And stdout contains "next"
    And stdout contains "status"
    And stdout contains "validate"
    And stdout contains "start"
    And stdout contains "review"
    And stdout contains "fix"
    And stdout contains "undo"
    And stdout contains "abandon"
    And stdout contains "restore"
    And stdout contains "adopt"
    And stdout contains "window"
    And stdout contains "questions"
    And stdout contains "changesets"
    And stdout contains "format"
    And stdout contains "mermaid"
    And stdout contains "explain"
    And stdout contains "workflow"
    And stdout contains "init"
    And stdout contains "log"
    And stdout contains "loop"
    And stdout contains "trust"
    And stdout contains "demo"
    And stdout does not contain "audit"
    And stdout does not contain "visualize"
    And stderr does not contain "gtd"

  Scenario: The version
    When I run "gtd --version"
    Then it exits with 0
    And stdout matches "^\d+\.\d+\.\d+$"

  Scenario Outline: A slip of the finger gets a suggestion
    When I run "gtd <line>"
    Then it exits with 2
    And stderr contains "<suggestion>"
    And nothing changed

    Examples:
      | line          | suggestion |
      | stats         | status     |
      | step --exti 0 | --exit     |
      | nxet          | next       |

  Scenario Outline: Surplus arguments are errors
    When I run "gtd <line> surplus more"
    Then it exits with 2
    And nothing changed

    Examples:
      | line   |
      | status |
      | next   |
      | run    |
      | undo   |

  Scenario: A usage error under --json is JSON
    When I run "gtd status --json --nonsense"
    Then it exits with 2
    And stdout is one line of JSON
    And json "state" is "error"

  Scenario: No colour where none was asked for, and colour where it was
    When I run "gtd status"
    Then stdout does not contain "\u001b["
    When I run "FORCE_COLOR=1 gtd explain | od -c | head -200"
    Then stdout contains "033"
    When I run "NO_COLOR=1 gtd explain | od -c | head -200"
    Then stdout does not contain "033"
