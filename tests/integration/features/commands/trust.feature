Feature: A configuration that runs something is trusted before it is obeyed

  Background:
    Given a repository with the small workflow
    And nothing is trusted

  Scenario Outline: Without trust commands refuse and give the sentence to paste
    When a human writes "notes.md" as "x"
    And I run "gtd <command>"
    Then it exits with 7
    And stderr contains "gtd trust"
    And nothing changed

    Examples:
      | command       |
      | step          |
      | next          |
      | status        |
      | run           |
      | loop          |
      | status --json |

  Scenario: Trust is by content and kept outside the repository
    When I run "gtd trust"
    Then it exits with 0
    And nothing changed
    When a human writes "notes.md" as "x"
    And I run "gtd step"
    Then it exits with 0
    And the working tree is clean

  Scenario: A changed file is asked for again
    When I run "gtd trust"
    And a human replaces "one test" by "two tests" in "check.sh"
    And I run "gtd status"
    Then it exits with 0
    When a human replaces "sh ./check.sh" by "rm -rf /" in ".gtdrc.yaml"
    And I run "gtd status"
    Then it exits with 7
    And stderr contains "gtd trust"

  Scenario: A file that the configuration refers to is part of it
    Given the file "prompt.md" holds "Do the work."
    And a human replaces "model: smart" by "entry: start" in ".gtdrc.yaml"
    And the configuration "gtd.yaml":
      """
      states: { idle: { actor: human, initial: true, message: ./prompt.md, on: { "* **": idle } } }
      """
    And the configuration ".gtdrc.yaml":
      """
      workflow: ./gtd.yaml
      """
    When I run "gtd trust"
    And I run "gtd status"
    Then it exits with 0
    When a human writes "prompt.md" as "Do other work."
    And I run "gtd status"
    Then it exits with 7

  Scenario: What is trusted can be listed and taken back
    When I run "gtd trust"
    And I run "gtd trust --list"
    Then it exits with 0
    And stdout contains ".gtdrc.yaml"
    When I run "gtd trust --revoke"
    Then it exits with 0
    When I run "gtd status"
    Then it exits with 7

  Scenario: No configuration needs no trust
    Given the file ".gtdrc.yaml" is deleted
    And everything is committed as "chore: no configuration"
    When I run "gtd status"
    Then it exits with 0

  Scenario: Limits, models, time-outs, a low permission and a bundled workflow's name need none
    Given the configuration ".gtdrc.yaml":
      """
      $schema: ./schema.json
      workflow: default
      limits: { turns: 5 }
      models: { smart: opus }
      timeouts: { idle: 5m }
      permission: read
      """
    When I run "gtd status"
    Then it exits with 0

  Scenario Outline: All else needs it
    Given the configuration ".gtdrc.yaml":
      """
      <line>
      """
    When I run "gtd status"
    Then it exits with 7
    And stderr contains "gtd trust"

    Examples:
      | line                            |
      | vars: { testCommand: make }     |
      | agent: claude                   |
      | permission: full                |
      | shell: zsh                      |
      | hooks: { onRest: notify }       |

  Scenario: A file above the repository that others may write is not read
    Given the environment has "GTD_TRUST" set to "1"
    And the file "../.gtdrc.yaml" with:
      """
      no-such-key: 1
      """
    When I run "chmod 666 ../.gtdrc.yaml; gtd status"
    Then it exits with 0
    When I run "chmod 644 ../.gtdrc.yaml; gtd status"
    Then it exits with 7
    And stderr contains "no-such-key"
