Feature: A repository in an unfit condition is refused before anything is touched

  Background:
    Given a repository with the small workflow

  Scenario: A merge with conflicts
    When I run:
      """
      git checkout -q -b side; echo side >README.md; git commit -qam side
      git checkout -q main; echo main >README.md; git commit -qam main
      git merge side
      gtd step
      """
    Then it exits with 6
    And stderr contains "a merge is under way"
    And stderr contains "git merge --abort"

  Scenario: Unmerged paths are named
    When I run:
      """
      echo mine >README.md; git stash -q; echo theirs >README.md; git commit -qam theirs; git stash pop -q
      gtd step
      """
    Then it exits with 6
    And stderr contains "README.md"
    And stderr contains "git "

  Scenario Outline: An operation under way
    When I run:
      """
      git checkout -q -b side; echo side >README.md; git commit -qam side
      git checkout -q main; echo main >README.md; git commit -qam main
      git <operation>
      git checkout -q --ours README.md 2>/dev/null; git add README.md
      """
    And I run "gtd step"
    Then it exits with 6
    And stderr contains "<name>"
    And stderr contains "--abort"
    And nothing changed
    When I run "gtd status"
    Then it exits with 6

    Examples:
      | operation               | name        |
      | merge side              | merge       |
      | rebase side             | rebase      |
      | cherry-pick side        | cherry-pick |
      | revert --no-edit HEAD~1 | revert      |

  Scenario: A bisect under way
    When I run "git bisect start -q; git bisect bad; gtd step"
    Then it exits with 6
    And stderr contains "bisect"

  Scenario: A bare repository
    When I run "git clone -q --bare . ../bare && cd ../bare && gtd status"
    Then it exits with 6
    And stderr contains "bare"

  Scenario: Inside the git directory
    When I run "gtd status" in ".git"
    Then it exits with 6

  Scenario: A detached HEAD works
    When I run "git checkout -q --detach; echo x >notes.md; gtd step"
    Then it exits with 0
    And the last subject is "gtd(human): idle → working"
    And HEAD is on "HEAD"
    And git "log -1 --format=%s main" says "chore: begin"

  Scenario: A linked worktree works, apart from the others
    When I run "git worktree add -q ../other -b other; cd ../other; echo x >notes.md; gtd step && gtd status --json"
    Then it exits with 0
    And stdout contains "working"
    And status says the state is "idle"

  Scenario: The first turn of an empty repository
    When I run "git update-ref -d HEAD; git rm -q --cached -r .; gtd status --json"
    Then it exits with 0
    And json "state" is "idle"
    When I run "echo x >notes.md; gtd step"
    Then it exits with 0
    And there is 1 commit
    And the last subject is "gtd(human): idle → working"
    And the working tree is clean

  Scenario: A shallow clone works
    When I run "git commit -q --allow-empty -m two; git clone -q --depth 1 file://$PWD ../shallow; cd ../shallow; echo x >notes.md; gtd step; gtd status --json"
    Then it exits with 0
    And stdout contains "working"

  Scenario: A SHA-256 repository works
    When I run "mkdir ../sha && cd ../sha && git init -q --object-format=sha256 && cp ../repo/.gtdrc.yaml . && echo x >notes.md && gtd step"
    Then it exits with 0

  Scenario: Without an identity nothing moves
    When I run "rm $GIT_CONFIG_GLOBAL; git config user.useConfigOnly true; echo x >notes.md; gtd step"
    Then it exits with 6
    And stderr contains "git config"
    And git "log -1 --format=%s" says "chore: begin"
    And the file "notes.md" exists

  Scenario: A held index lock is waited for, then refused by name
    When I run "echo x >notes.md; touch .git/index.lock; gtd step"
    Then it exits with 6
    And stderr contains "index.lock"
    And git "log -1 --format=%s" says "chore: begin"
    And the file ".git/index.lock" exists

  Scenario: Git's own variables are not obeyed
    When I run "echo x >notes.md; GIT_DIR=/nowhere GIT_INDEX_FILE=/nowhere/i gtd step"
    Then it exits with 0
    And the last subject is "gtd(human): idle → working"

  Scenario: A steering file that git ignores is said
    Given a repository with the bundled workflow
    And the file ".gitignore" holds ".gtd/"
    And everything is committed as "chore: ignore"
    And the file ".gtd/TODO.md" holds "x"
    When I run "gtd step"
    Then it exits with 6
    And stderr contains ".gtd"
    And stderr contains "ignore"
    And nothing changed

  Scenario: A large new file is refused by name unless allowed
    Given a repository with the workflow:
      """
      limits: { file: 1000 }
      workflow:
        states:
          idle: { actor: human, initial: true, message: go, on: { "* **": more } }
          more: { actor: human, message: go, on: { "* **": idle } }
      """
    When I run "head -c 5000 /dev/zero >big.bin; gtd step"
    Then it exits with 6
    And stderr contains "big.bin"
    And stderr contains "--allow-large"
    When I run "gtd step --allow-large"
    Then it exits with 0

  Scenario: A new link that leaves the repository is refused by name unless allowed
    Given a repository with the workflow:
      """
      workflow:
        states:
          idle: { actor: human, initial: true, message: go, on: { "* **": more } }
          more: { actor: human, message: go, on: { "* **": idle } }
      """
    And "away" links to "/etc/passwd"
    When I run "gtd step"
    Then it exits with 6
    And stderr contains "away"
    And stderr contains "--allow-link"
    And nothing changed
    When I run "gtd step --allow-link"
    Then it exits with 0

  Scenario: An embedded repository is refused by name
    Given a repository with the workflow:
      """
      workflow:
        states:
          idle: { actor: human, initial: true, message: go, on: { "* **": more } }
          more: { actor: human, message: go, on: { "* **": idle } }
      """
    When I run "git init -q inner; cd inner; git commit -q --allow-empty -m i; cd ..; gtd step"
    Then it exits with 6
    And stderr contains "inner"
