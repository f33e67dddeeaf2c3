Feature: gtd check looks for faults before a workflow runs

  Background:
    Given a repository with the workflow:
      """
      workflow:
        states:
          idle:
            actor: human
            initial: true
            message: Write what you want.
            on:
              "AM src/**": working
              "A src/a.ts": done
              "* **": working
          working:
            actor: agent
            prompt: Work.
            on:
              "* src/**": checking
          checking:
            actor: check
            script: npm test
            on:
              "@passed": done
              "@failed": idle
              "@missing": idle
              "@timeout": idle
          done:
            commit: It is done.
      """

  Scenario: Plain, with the line, a caret and a diff that shows it
    When I run "gtd check"
    Then it exits with 1
    And stdout contains:
      """
      .gtdrc.yaml:9:9: error dead-row: the row "A src/a.ts" of state "idle" never decides: "AM src/**" before it holds whenever it does
        9 |         "A src/a.ts": done
          |         ^^^^^^^^^^^^
        hint: for example: A src/a.ts
      """
    And stdout contains ".gtdrc.yaml:11:5: error not-total"
    And stdout contains "2 errors, 1 warning"
    And nothing changed

  Scenario: As JSON, notes included
    When I run "gtd check --json"
    Then it exits with 1
    And stdout is one line of JSON
    And json "findings.0.rule" is "dead-row"
    And json "findings.0.file" is ".gtdrc.yaml"
    And json "findings.0.line" is 9
    And json "findings.0.state" is "idle"
    And stdout contains '"severity":"info"'
    And stdout contains '"rule":"no-clean-row"'

  Scenario: As annotations of GitHub Actions
    When I run "gtd check --format github"
    Then it exits with 1
    And stdout contains "::error file=.gtdrc.yaml,line=9,"
    And stdout contains "title=gtd check%3A dead-row"

  Scenario: Notes are shown when they are asked for
    When I run "gtd check"
    Then stdout does not contain "info no-clean-row"
    And stdout contains "gtd check --notes shows them"
    When I run "gtd check --notes"
    Then stdout contains "info no-clean-row"

  Scenario: A comment silences one finding, and says why
    When the human replaces '        "A src/a.ts"' by '        # gtd-ignore: dead-row kept as an example\n        "A src/a.ts"' in ".gtdrc.yaml"
    And I run "gtd check"
    Then it exits with 1
    And stdout does not contain "error dead-row"
    And stdout contains "error not-total"

  Scenario: Warnings fail only when they are to
    When the human replaces '"A src/a.ts": done' by '"D src/**": working' in ".gtdrc.yaml"
    And the human replaces '"* src/**": checking' by '"* **": checking' in ".gtdrc.yaml"
    And I run "gtd check"
    Then it succeeds
    And stdout contains "warning human-bypass"
    When I run "gtd check --strict"
    Then it exits with 1

  Scenario: The bundled workflow passes without a word
    When I run "gtd check --workflow default --strict"
    Then it succeeds
    And stdout does not contain "error"
    And stdout does not contain "warning"

  Scenario: Another workflow is judged beside a configuration that is trusted
    Given nothing is trusted
    When the human replaces 'workflow:' by 'vars: { testCommand: make test }\nworkflow:' in ".gtdrc.yaml"
    And I run "gtd check --workflow default"
    Then it exits with 7
    And stderr contains "  gtd trust"
    And stderr does not contain "/default"
    When I run "gtd trust && gtd check --workflow default"
    Then it succeeds
    And stdout contains "no problem found"
    Given the file "flows/other.yaml" with:
      """
      states:
        idle: { actor: human, initial: true, message: Write., on: { "* **": done } }
        done: { commit: It is done. }
      """
    When I run "gtd check --workflow flows/other.yaml"
    Then it exits with 7
    And stderr contains "flows/other.yaml"
    And stderr does not contain ".gtdrc.yaml"
    And stderr does not contain "flows/--workflow"
    And stderr contains "GTD_TRUST=1 gtd check --workflow flows/other.yaml"
    When I run "GTD_TRUST=1 gtd check --workflow flows/other.yaml"
    Then it succeeds

  Scenario: A workflow that is not there
    When I run "gtd check --workflow other.yaml"
    Then it exits with 2
    And stderr contains "gtd check --workflow default"

  Scenario: Options that do not go together
    When I run "gtd check --format xml"
    Then it exits with 2
    When I run "gtd check --json --format github"
    Then it exits with 2
