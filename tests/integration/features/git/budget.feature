Feature: Reading costs at most two git processes, a step at most eight

  Background:
    Given a repository with the bundled workflow
    And the turns:
      | gtd(human): idle → capturing       | .gtd/TODO.md           | Add a calculator |
      | gtd(check): capturing → baseline   |                        |                  |
      | gtd(check): baseline → grilling    |                        |                  |
      | gtd(agent): grilling → decomposing | .gtd/TODO.md           | # Plan           |
      | gtd(agent): decomposing → picking  | .gtd/packages/01-a.md  | # A              |
      | gtd(check): picking → building     | .gtd/NEXT.md           | .gtd/packages/01-a.md |
    And git processes are counted

  Scenario Outline: Read commands
    When I run "gtd <command>"
    Then it exits with 0
    And it started at most 2 git processes
    When the agent writes "src/a.txt" as "1"
    And I run "gtd <command>"
    Then it exits with 0
    And it started at most 2 git processes

    Examples:
      | command       |
      | status        |
      | status --json |
      | next          |
      | next --json   |

  Scenario: A step
    When the agent writes "src/a.txt" as "1"
    And I run "gtd step agent"
    Then it exits with 0
    And the last subject is "gtd(agent): building → checking"
    And it started at most 8 git processes

  Scenario: A step that is refused
    When the agent writes ".gtd/other.md" as "1"
    And I run "gtd step agent"
    Then it exits with 1
    And it started at most 8 git processes

  Scenario: A long process costs no more processes than a short one
    When I run:
      """
      for i in $(seq 40); do
        git commit -q --allow-empty -m 'gtd(agent): building → checking'
        git commit -q --allow-empty -m 'gtd(check): checking → fixing'
      done
      """
    And I run "gtd status --json"
    Then it exits with 0
    And json "state" is "fixing"
    And it started at most 3 git processes

  Scenario: The log of all turns
    When I run "gtd log"
    Then it exits with 0
    And stdout contains "6 turns"
    And it started at most 3 git processes

  Scenario: Version and help start none
    When I run "gtd --version; gtd --help >/dev/null; git --version >/dev/null"
    Then it exits with 0
    And it started at most 1 git processes
