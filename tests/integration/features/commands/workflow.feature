Feature: gtd workflow shows the workflow that is in force

  Scenario: The source of the bundled one
    Given a repository with the bundled workflow
    When I run "gtd workflow --print"
    Then it exits with 0
    And stdout contains "states:"
    And stdout contains "await-review:"
    And nothing changed

  Scenario: The compiled one
    Given a repository with the small workflow
    When I run "gtd workflow --json"
    Then it exits with 0
    And stdout is one line of JSON
    And stdout contains "checking"
    And nothing changed
