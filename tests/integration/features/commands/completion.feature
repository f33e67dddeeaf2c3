Feature: A shell completes what gtd knows

  Scenario: Names come from the configuration, trusted or not
    Given a repository with the small workflow
    And nothing is trusted
    When I run "gtd completion --list states"
    Then it exits with 0
    And stdout contains "idle"
    And nothing changed

  Scenario Outline: Every kind of name is one a line
    Given a repository with the bundled workflow
    When I run "gtd completion --list <kind>"
    Then it exits with 0
    And stdout matches "(^|\n)<name>\n"

    Examples:
      | kind    | name   |
      | states  | idle   |
      | entries | review |
      | actors  | agent  |
      | modes   | qa     |
      | refs    | main   |
      | agents  | claude |

  Scenario: Where nothing can be read there is nothing to complete, and no complaint
    Given a directory that is no repository
    When I run "gtd completion --list states"
    Then it exits with 0
    And stdout is empty

  Scenario: An unknown shell is told which there are
    Given a repository
    When I run "gtd completion tcsh"
    Then it exits with 2
    And stderr contains "bash, zsh, fish"
    When I run "gtd completion"
    Then it exits with 2
    And stderr contains "source <(gtd completion bash)"
