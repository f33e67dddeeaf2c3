Feature: Names that are no UTF-8 are captured exactly and shown escaped

  Background:
    Given a repository with the workflow:
      """
      workflow:
        states:
          idle: { actor: human, initial: true, message: go, on: { "* **": working } }
          working: { actor: agent, prompt: "<%= it.ls('**').join(' ') %> <%= it.processDiff %>", on: { "* **": looking } }
          looking: { actor: human, message: look, window: true, on: { "C": done, "* **": working } }
          done: { commit: "feat: work", drop: ["drop/**"] }
      """
    When these succeed:
      """
      mkdir drop $(printf 'd\351')
      echo 1 >$(printf 'caf\351.txt'); echo 2 >$(printf 'd\351/x\377'); echo 3 >$(printf 'drop/\351')
      ln -s README.md $(printf 'li\351nk')
      """

  Scenario: From the first turn to the sign-off and back
    When I run "gtd status --json"
    Then it exits with 0
    And json "changes" has 4 items
    And json "changes.0.path" is "caf\xe9.txt"
    And json "changes.0.pattern" is "* **"
    When I run "gtd status"
    Then stdout contains "A  d\xe9/x\xff"
    When I run "gtd step"
    Then it exits with 0
    And the working tree is clean
    And git "ls-tree -r HEAD --name-only" contains "d\351/x\377"
    When I run "gtd next"
    Then it exits with 0
    And stdout contains "drop/\xe9"
    And stdout contains "+++ "
    When I run "gtd undo >&2 && gtd status --json"
    Then json "changes" has 4 items
    When I run:
      """
      gtd step && rm $(printf 'd\351/x\377') && echo 2 >>$(printf 'caf\351.txt') && gtd step agent
      """
    Then it exits with 0
    And status says the state is "looking"
    When I run "echo 3 >>$(printf 'li\351nk2') && gtd step && rm $(printf 'li\351nk2') && gtd step agent && gtd step"
    Then it exits with 0
    And the last subject is "feat: work"
    And the working tree is clean
    And git "ls-tree -r HEAD --name-only" does not contain "drop/"
    And the file "drop" does not exist
    When I run "gtd restore && cat $(printf 'drop/\351')"
    Then it exits with 0
    And stdout contains "3\n"
    And the working tree is clean
    When I run "gtd abandon && gtd restore && git fsck"
    Then it exits with 0
    And the working tree is clean

  Scenario: What looks like an accident is refused by its name
    When I run "ln -s /etc/passwd $(printf 'out\351'); gtd step"
    Then it exits with 6
    And stderr contains "out\xe9"
    And stderr contains "--allow-link"
