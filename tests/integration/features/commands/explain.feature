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
