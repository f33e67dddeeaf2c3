Feature: gtd start begins a process at a named entry

  Background:
    Given a repository with the workflow:
      """
      workflow:
        states:
          idle:
            actor: human
            initial: true
            message: hello
            on: { "* **": { refuse: "Start an entry." } }
          audit:
            actor: agent
            entry: audit
            prompt: "Look at <%= it.reviewBase %>: <%= it.diff(it.reviewBase) %>"
            on:
              "AM report.md": looking
          looking:
            actor: human
            message: look
            window: true
            on: { "C": idle, "* **": audit }
      """

  Scenario: From a clean tree at the initial state
    When I run "gtd start audit --json"
    Then it exits with 0
    And json "state" is "audit"
    And the last subject is "gtd(human): idle → audit"
    And git "diff --stat HEAD~1" says ""

  Scenario: An unknown entry lists those there are
    When I run "gtd start audti"
    Then it exits with 2
    And stderr contains "audit"
    And nothing changed

  Scenario: A dirty tree is refused
    When a human writes "x" as "1"
    And I run "gtd start audit"
    Then it exits with 1
    And nothing changed

  Scenario: Elsewhere than at the initial state it is refused
    When I run "gtd start audit"
    And I run "gtd start audit"
    Then it exits with 1
    And stderr contains "audit"
    And nothing changed

  Scenario: A base is kept for the review
    Given the files:
      | a.txt | from the branch |
    And everything is committed as "feat: a"
    When I run "gtd start audit --base HEAD~1"
    Then it exits with 0
    And the last commit has the trailer "Gtd-Review-Base" matching "^[0-9a-f]{40}$"
    When I run "gtd next"
    Then stdout contains "+from the branch"

  Scenario: A base that is no commit is refused
    When I run "gtd start audit --base nowhere"
    Then it exits with 2
    And stderr contains "nowhere"
    And nothing changed

  Scenario: A range without changes is refused
    When I run "gtd start audit --base HEAD"
    Then it exits with 1
    And nothing changed

  Scenario Outline: The short forms need the bundled entries
    When I run "gtd <command>"
    Then it exits with 2
    And stderr contains "audit"
    And nothing changed

    Examples:
      | command |
      | fix     |
      | review  |
