Feature: gtd explain shows why a row fires

  Background:
    Given a repository with the small workflow

  Scenario: Each row in order, and the clause that decides
    When a human writes "other.md" as "x"
    And I run "gtd explain"
    Then it exits with 0
    And stdout contains "AM notes.md"
    And stdout contains "idle"
    And nothing changed

  Scenario: A hypothetical diff
    When I run "gtd explain --if 'A notes.md'"
    Then it exits with 0
    And stdout contains "AM notes.md"
    And stdout contains "working"
    And nothing changed

  Scenario: Another state
    When I run "gtd explain --at working --if 'D notes.md' --if 'A src/x'"
    Then it exits with 0
    And stdout contains "notes.md must stay until the work is done."
    And nothing changed

  Scenario: As JSON
    When I run "gtd explain --at working --if 'A src/x' --json"
    Then it exits with 0
    And stdout is one line of JSON
    And json "state" is "working"
    And stdout contains "* src/**"
    And stdout contains "checking"

  Scenario: A state there is none of
    When I run "gtd explain --at wroking"
    Then it exits with 2
    And stderr contains "working"
    And nothing changed

  Scenario: A diff that cannot be read
    When I run "gtd explain --if 'X notes.md'"
    Then it exits with 2
    And stderr contains "X notes.md"
    And nothing changed

  Scenario: Clause by clause, by which path, and which row decides
    When I run "gtd explain --at working --if 'A src/x' 'M lib/y'"
    Then it succeeds
    And stdout contains:
      """
      at "working" (agent), 2 changes pending
      1. D notes.md: refused   does not hold
         - D notes.md: no pending change is one
      2. * src/** → checking   holds and decides
         + * src/**: "src/x" is one
      """
    And stdout contains 'outcome: working → checking by the row "* src/**"'

  Scenario: Signals are supposed, and one that nobody knows is told
    When I run "gtd explain --at checking --if @passed"
    Then it succeeds
    And stdout contains "outcome: checking → looking"
    When I run "gtd explain --at checking --if @pased"
    Then it exits with 2
    And stderr contains "gtd explain --if @passed"
    And nothing changed

  Scenario: Retry counts, from where they are counted, and the redirect
    Given a repository with the workflow:
      """
      workflow:
        states:
          idle: { actor: human, initial: true, message: hi, on: { "* **": building } }
          building: { actor: agent, prompt: Build., on: { "* **": checking } }
          checking:
            actor: check
            script: "false"
            on: { "@passed": idle, "@failed": fixing, "@missing": idle, "@timeout": idle }
          fixing:
            actor: agent
            prompt: Fix.
            retry: { max: 1, otherwise: asking, since: [building] }
            on: { "* **": checking }
          asking: { actor: human, message: Help., on: { "* **": checking } }
      """
    And the turns:
      | gtd(human): idle → building    | a | 1 |
      | gtd(agent): building → checking | a | 2 |
      | gtd(check): checking → fixing  |   |   |
      | gtd(agent): fixing → checking  | a | 3 |
    When I run "gtd explain --if @failed"
    Then it succeeds
    And stdout contains 'retry "fixing": entered 1 of 1 times since "building", then "asking"'
    And stdout contains 'instead of "fixing" (entered 1 of 1 times)'
    When I run "gtd explain --if @failed --json"
    Then it succeeds
    And json "retries.0.since" is "building"
    And json "outcome.to" is "asking"
    And json "outcome.redirects.0.state" is "fixing"
