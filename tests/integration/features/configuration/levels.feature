Feature: Configuration is merged from the home directory to the repository

  Scenario: The innermost wins, key by key
    Given a repository
    And the configuration "../.gtdrc.yaml":
      """
      vars: { greeting: hello, name: outer }
      """
    And the configuration ".gtdrc.yaml":
      """
      vars: { name: inner }
      workflow:
        states:
          idle:
            actor: human
            initial: true
            message: "<%= it.vars.greeting %> <%= it.vars.name %>"
            on: { "* **": idle }
      """
    When I run "gtd next"
    Then it exits with 0
    And stdout contains "hello inner"

  Scenario Outline: Every name is found
    Given a repository
    And the configuration "<name>":
      """
      {"workflow": {"states": {"only-one": {"actor": "human", "initial": true, "message": "hi", "on": {"* **": "only-one"}}}}}
      """
    When I run "gtd status --json"
    Then it exits with 0
    And json "state" is "only-one"

    Examples:
      | name            |
      | .gtdrc          |
      | .gtdrc.json     |
      | .gtdrc.yaml     |
      | .gtdrc.yml      |
      | gtd.config.json |
      | gtd.config.yaml |
      | gtd.config.yml  |

  Scenario: Commands work from a subdirectory
    Given a repository with the small workflow
    And the directory "deep/down"
    When a human writes "notes.md" as "x"
    And I run "gtd status --json" in "deep/down"
    Then json "next.target" is "working"
    When I run "gtd step" in "deep/down"
    Then it exits with 0
    And the last subject is "gtd(human): idle → working"
    When I run "gtd next" in "deep/down"
    Then stdout contains "Work on this note:\nx"

  Scenario: An environment variable overrides a declared name
    Given a repository with the workflow:
      """
      workflow:
        vars: { who: world }
        states:
          idle: { actor: human, initial: true, message: "hello <%= it.vars.who %>", on: { "* **": idle } }
      """
    When I run "GTD_WHO=moon gtd next"
    Then stdout contains "hello moon"
    When I run "gtd next"
    Then stdout contains "hello world"

  Scenario: A workflow in a file of its own, with prompts in files beside it
    Given a repository
    And the configuration ".gtdrc.yaml":
      """
      workflow: ./flow/main.yaml
      """
    And the file "flow/main.yaml" with:
      """
      states:
        idle: { actor: human, initial: true, message: ./hello.md, on: { "* **": idle } }
      """
    And the file "flow/hello.md" holds "hello from a file"
    And everything is committed as "chore: workflow"
    When I run "gtd next"
    Then it exits with 0
    And stdout contains "hello from a file"

  Scenario: A workflow extends the bundled one, property by property
    Given a repository
    And the configuration ".gtdrc.yaml":
      """
      workflow:
        extends: default
        states:
          idle: { message: "Start here." }
      """
    And everything is committed as "chore: workflow"
    When I run "gtd next"
    Then it exits with 0
    And stdout contains "Start here."
    When a human writes ".gtd/TODO.md" as "x"
    And I run "gtd step"
    Then it exits with 0
    And the last subject is "gtd(human): idle → capturing"

  Scenario: Extending in a circle is an error
    Given a repository
    And the configuration ".gtdrc.yaml":
      """
      workflow: ./a.yaml
      """
    And the files:
      | a.yaml | extends: ./b.yaml |
      | b.yaml | extends: ./a.yaml |
    When I run "gtd status"
    Then it exits with 7
    And stderr contains "a.yaml"
