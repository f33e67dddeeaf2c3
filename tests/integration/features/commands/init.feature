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

  Scenario: A built-in agent on PATH is written by its name
    Given the executable "../bin/claude" with:
      """
      #!/bin/sh
      """
    And the environment has "PATH" set to "../bin:/usr/bin:/bin"
    When I run "gtd init --test true"
    Then the file ".gtdrc.yaml" contains "agent: claude"

  Scenario: It warns of what would keep the tree from being clean
    Given the file "Cargo.toml" holds "[package]"
    When I run "gtd init"
    Then it exits with 0
    And stdout contains:
      """
      note   the project's tools write "target/", which git does not ignore: the tree would never be clean
              → printf 'target/\n' >> .gitignore
      """

  Scenario: It warns of an ignore rule that hides the steering files
    Given the file ".gitignore" holds ".gtd/"
    When I run "gtd init --json"
    Then it exits with 0
    And json "written" is true
    And json "warnings.0" contains "git ignores steering files"

  Scenario: It warns of commitlint
    Given the file "commitlint.config.js" holds "module.exports = {}"
    When I run "gtd init"
    Then stdout contains "would reject the subjects of turns"
