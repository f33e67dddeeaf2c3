Feature: The user's git hooks run where they are wanted, and none loses anything

  Background:
    Given a repository with the workflow:
      """
      workflow:
        states:
          idle: { actor: human, initial: true, message: go, on: { "* **": working } }
          working: { actor: agent, prompt: work, on: { "* **": looking } }
          looking: { actor: human, message: look, on: { "C": done, "* **": working } }
          done: { commit: "feat: work" }
      """
    And the turns:
      | gtd(human): idle → working     | a.txt | 1 |
      | gtd(agent): working → looking  | b.txt | 2 |
    And the executable ".git/hooks/log" with:
      """
      #!/bin/sh
      echo "$(basename "$0")" >>../hooks-run
      """
    When these succeed:
      """
      cd .git/hooks && for name in pre-commit prepare-commit-msg commit-msg post-commit; do cp log $name; done; : >../../../hooks-run
      """

  Scenario: None runs for a turn; commit-msg and post-commit run for the squash
    When I run "echo 3 >c.txt && gtd step && cat ../hooks-run"
    Then it exits with 0
    And stdout does not contain "commit"
    When I run "echo 4 >c.txt && gtd step agent && gtd step && cat ../hooks-run"
    Then it exits with 0
    And stdout contains "commit-msg\npost-commit"
    And stdout does not contain "pre-commit"
    And stdout does not contain "prepare-commit-msg"

  Scenario: With hooks.git: turns they run for every turn, and one that fails silently is a failure
    When I run "echo 'hooks: { git: turns }' >>.gtdrc.yaml && git commit -qam 'gtd(human): looking → working' --no-verify && : >../hooks-run && echo 3 >c.txt && gtd step agent && cat ../hooks-run"
    Then it exits with 0
    And stdout contains "pre-commit\ncommit-msg"
    When I run "printf '#!/bin/sh\nexit 1\n' >.git/hooks/pre-commit; echo 4 >c.txt; git add c.txt"
    And I run "gtd step"
    Then it exits with 1
    And stderr contains "pre-commit"
    And stderr contains "said nothing"
    And nothing changed
    When I run "printf '#!/bin/sh\ngit rm -q --cached a.txt\n' >.git/hooks/pre-commit"
    And I run "gtd step"
    Then it exits with 1
    And stderr contains "changed the index"
    And nothing changed

  Scenario: With hooks.git: never none runs at all
    When I run "echo 'hooks: { git: never }' >>.gtdrc.yaml && git commit -qam 'gtd(human): looking → looking' --no-verify && : >../hooks-run && gtd step && cat ../hooks-run"
    Then it exits with 0
    And the last subject is "feat: work"
    And stdout does not contain "commit-msg"

  Scenario: A hook that rejects the squash is shown and loses nothing
    When I run "printf '#!/bin/sh\necho a ticket is missing >&2\nexit 1\n' >.git/hooks/commit-msg"
    And I run "gtd step"
    Then it exits with 1
    And stderr contains "a ticket is missing"
    And nothing changed

  Scenario: A message that commit-msg rewrites is honoured, one that it empties refused
    When I run "printf '#!/bin/sh\n: >\"$1\"\n' >.git/hooks/commit-msg"
    And I run "gtd step"
    Then it exits with 1
    And stderr contains "empty"
    And nothing changed
    When I run "printf '#!/bin/sh\nsed -i \"1s/^/JIRA-1 /\" \"$1\"\n' >.git/hooks/commit-msg"
    And I run "gtd step"
    Then it exits with 0
    And stdout contains "JIRA-1 feat: work"
    And the last subject is "JIRA-1 feat: work"

  Scenario: core.hooksPath is followed, and a failing post-commit changes nothing
    When I run "mkdir '../my hooks' && printf '#!/bin/sh\necho theirs >>../hooks-run; exit 1\n' >'../my hooks/post-commit' && chmod +x '../my hooks/post-commit' && git config core.hooksPath '../my hooks' && gtd step && cat ../hooks-run"
    Then it exits with 0
    And the last subject is "feat: work"
    And stdout contains "theirs"
