Feature: The configuration is shown as it holds, with where each value comes from

  Background:
    Given a repository
    And the configuration "../.gtdrc.yaml":
      """
      vars: { testCommand: make test }
      limits: { turns: 50 }
      """
    And the configuration ".gtdrc.yaml":
      """
      agent: claude
      limits:
        wait: 90m
      """

  Scenario: The levels are merged, and defaults filled in
    When I run "gtd config"
    Then it exits with 0
    And stdout contains "testCommand: make test"
    And stdout contains "turns: 50"
    And stdout contains "wait: 90m"
    And stdout contains "agent: claude"
    And stdout contains "permission: edit"
    And nothing changed

  Scenario: Each value says where it was written
    When I run "gtd config --show-origin"
    Then stdout contains "agent: claude # .gtdrc.yaml:1"
    And stdout contains "wait: 90m # .gtdrc.yaml:3"
    And stdout matches "turns: 50 # .*/\.gtdrc\.yaml:2"
    And stdout contains "permission: edit # default"
    And stdout contains "folder: .gtd # bundled:default"

  Scenario: A variable of the environment wins, and is named
    Given the environment has "GTD_TESTCOMMAND" set to "npm test"
    When I run "gtd config --show-origin"
    Then stdout contains "testCommand: npm test # the environment's GTD_TESTCOMMAND"

  Scenario: It is data for scripts
    When I run "gtd config --json"
    Then stdout is one line of JSON
    And json "config.limits.turns" is 50
    And json "config.agent" is "claude"
    And json "origins.0.key.0" is "workflow"

  Scenario: What is shown can be a configuration again
    When I run "gtd config > ../again.yaml && rm .gtdrc.yaml ../.gtdrc.yaml && mv ../again.yaml .gtdrc.yaml && gtd config"
    Then it exits with 0
    And stdout contains "turns: 50"
    And stdout contains "wait: 90m"

  Scenario: It needs no trust, and runs nothing
    Given nothing is trusted
    And the configuration ".gtdrc.yaml":
      """
      vars: { testCommand: "touch ran" }
      hooks: { onRest: "touch ran" }
      """
    When I run "gtd config"
    Then it exits with 0
    And stdout contains "touch ran"
    And the file "ran" does not exist

  Scenario: It works outside a repository, and in a broken configuration says what is wrong
    Given a directory that is no repository
    When I run "gtd config"
    Then it exits with 0
    Given a repository
    And the configuration ".gtdrc.yaml":
      """
      limts: { turns: 5 }
      """
    When I run "gtd config"
    Then it exits with 7
    And stderr contains "limits"
    And nothing changed
