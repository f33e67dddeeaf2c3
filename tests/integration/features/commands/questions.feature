Feature: gtd questions and gtd changesets give steering files as data

  Scenario: The open questions
    Given a repository with the workflow:
      """
      workflow:
        states:
          idle:
            actor: human
            initial: true
            message: hello
            file: plan.md
            mode: qa
            on: { "@settled": idle, "* **": idle }
      """
    And the file "plan.md" with:
      """
      # Plan

      ## Open Questions

      ### Which backend?

      - [ ] SQLite (recommended)
      - [x] Postgres
      - [ ] _your answer_

      ## Answered Questions

      ### How are ids made?

      UUIDv7.
      """
    When I run "gtd questions --json"
    Then it exits with 0
    And stdout contains "Which backend?"
    And stdout contains "Postgres"
    And stdout is one line of JSON
    And nothing changed
    When I run "gtd questions"
    Then it exits with 0
    And stdout contains "Which backend?"
    And stdout does not contain "How are ids made?"

  Scenario: The chunks of a review
    Given a repository with the workflow:
      """
      workflow:
        states:
          idle:
            actor: human
            initial: true
            message: hello
            file: REVIEW.md
            mode: review
            on: { "* **": idle }
      """
    And the file "REVIEW.md" with:
      """
      # Review: 1a2b3c4

      <!-- base: 1a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d -->

      ## Add the calculator

      Adds `add` and its test.

      - [x] ./src/calc.ts#1-7: the new function
      - [ ] ./src/calc.test.ts#1
      """
    When I run "gtd changesets --json"
    Then it exits with 0
    And stdout is one line of JSON
    And stdout contains "Add the calculator"
    And stdout contains "src/calc.ts"
    And stdout contains "the new function"
    And nothing changed
    When I run "gtd changesets"
    Then it exits with 0
    And stdout contains "Add the calculator"

  Scenario: Without a file there is nothing to list
    Given a repository with the bundled workflow
    When I run "gtd questions --json"
    Then it exits with 0
    And stdout is one line of JSON
