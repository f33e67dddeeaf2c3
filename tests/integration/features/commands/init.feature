Feature: gtd init writes a first configuration

  Background:
    Given a repository
    And nothing is trusted

  Scenario: A commented file that is trusted at once
    Given the file "package.json" with:
      """
      { "scripts": { "test": "node --test" } }
      """
    And everything is committed as "chore: package"
    When I run "gtd init"
    Then it exits with 0
    And the file ".gtdrc.yaml" exists
    And the file ".gtdrc.yaml" contains "#"
    And the file ".gtdrc.yaml" contains "npm test"
    And status says the state is "idle"

  Scenario: It never overwrites
    Given the file ".gtdrc.json" with:
      """
      {}
      """
    When I run "gtd init"
    Then it exits with 1
    And stderr contains ".gtdrc.json"
    And nothing changed

  Scenario: A dry run prints and writes nothing
    When I run "gtd init --dry-run"
    Then it exits with 0
    And stdout contains "testCommand"
    And nothing changed

  Scenario: What it says to do next can be pasted
    When I run "gtd init --test true | sed -n 's/^  mkdir/mkdir/p' | sed 's/ && gtd$//' | sh"
    Then the file ".gtd/TODO.md" contains "what you want"
