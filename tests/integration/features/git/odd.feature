Feature: Odd repositories and hostile settings change nothing

  Background:
    Given a repository with the workflow:
      """
      workflow:
        states:
          idle: { actor: human, initial: true, message: go, file: .gtd/TODO.md, on: { "* **": working } }
          working: { actor: agent, prompt: "<%= it.processDiff %>", on: { "* **": looking } }
          looking: { actor: human, message: look, window: true, on: { "C": done, "* **": working } }
          done: { commit: "feat: ünï", drop: ["drop/**"] }
      """

  Scenario: Every setting of a user that could bend what git prints or does, at once
    Given the file "../settings" with:
      """
      [color]
        ui = always
        status = always
        diff = always
      [column]
        ui = always
      [core]
        quotePath = true
        fsmonitor = /bin/false
        untrackedCache = true
        splitIndex = true
        safecrlf = true
        commentChar = g
        pager = false
        editor = false
        abbrev = 4
        logAllRefUpdates = always
      [diff]
        external = /bin/false
        noprefix = true
        mnemonicPrefix = true
        renames = copies
        relative = true
        ignoreSubmodules = all
        submodule = log
        context = 0
        orderFile = /dev/null
        algorithm = patience
      [status]
        showUntrackedFiles = no
        relativePaths = true
        renames = copies
        branch = true
        short = true
        showStash = true
        submoduleSummary = true
      [log]
        showSignature = true
        date = relative
        decorate = full
        follow = true
        showRoot = false
      [format]
        pretty = oneline
      [i18n]
        commitEncoding = ISO-8859-1
        logOutputEncoding = ISO-8859-1
      [commit]
        template = /dev/null
        cleanup = verbatim
        verbose = true
      [index]
        version = 4
      [feature]
        manyFiles = true
      [merge]
        ff = false
      [pull]
        rebase = true
      [push]
        default = nothing
      [rerere]
        enabled = true
      [alias]
        status = "!false"
        log = "!false"
      """
    When these succeed:
      """
      cat ../settings >>.git/config && git update-index --split-index --untracked-cache
      mkdir drop sub && echo n >drop/note && echo héllo >'ünï.txt' && cd sub && gtd step && gtd next >../../next
      """
    Then the file "../next" contains "diff --git a/drop/note b/drop/note\nnew file mode 100644"
    And the file "../next" contains "+héllo"
    When these succeed:
      """
      git mv README.md sub/README.md && echo 2 >b.txt && gtd step agent
      """
    And I run "gtd status --json"
    Then json "state" is "looking"
    And json "changes" is []
    When I run "gtd step && gtd restore && gtd status --json"
    Then it exits with 0
    And stdout contains "looking"
    And the file "drop/note" contains "n"
    And git "-c i18n.logOutputEncoding=UTF-8 log -1 --format=%s main" says "gtd(agent): working → looking"
    And git "cat-file blob HEAD:sub/README.md" says "# Project"

  Scenario: Started from a git hook, whose environment points elsewhere
    Given the executable ".git/hooks/post-commit" with:
      """
      #!/bin/sh
      [ -n "$GIT_INDEX_FILE$GIT_DIR$GIT_EXEC_PATH" ] || exit 1
      GIT_DIR=.git GIT_WORK_TREE=. gtd status --json >../from-hook
      """
    When I run "echo x >a.txt && git add a.txt && git commit -qm 'by hand' && cat ../from-hook"
    Then it exits with 0
    And json "state" is "idle"
    And json "changes" is []
    When I run "echo y >a.txt; GIT_DIR=/nowhere GIT_WORK_TREE=/ GIT_OBJECT_DIRECTORY=/nowhere GIT_COMMON_DIR=/nowhere GIT_NAMESPACE=n GIT_LITERAL_PATHSPECS=1 gtd step"
    Then it exits with 0
    And the last subject is "gtd(human): idle → working"

  Scenario: A sparse checkout keeps what lies outside through a whole cycle
    When these succeed:
      """
      mkdir in out && echo 1 >in/a && echo 2 >out/b && git add . && git commit -qm files
      git sparse-checkout set --sparse-index in && echo 3 >in/a && gtd step
      mkdir -p out && echo new >out/c && gtd step agent && gtd step && gtd restore
      """
    Then the working tree is clean
    And the last commit holds:
      | .gtdrc.yaml |
      | README.md   |
      | in/a        |
      | out/b       |
      | out/c       |
    And the file "out/b" does not exist

  Scenario: A submodule counts when its commit moved, not for what lies in it
    When these succeed:
      """
      git init -q ../lib && git -C ../lib commit -q --allow-empty -m one
      git -c protocol.file.allow=always submodule --quiet add ../lib lib && git commit -qm lib
      echo dirty >lib/new
      """
    And I run "gtd status --json"
    Then json "changes" is []
    When I run "git -C lib add . && git -C lib commit -qm two && gtd status --json"
    Then json "changes" is [{"status":"M","path":"lib","pattern":"* **"}]
    When I run "gtd step && gtd abandon && gtd restore && git diff --submodule=short HEAD"
    Then it exits with 0
    And the working tree is clean
    And the file "lib/new" contains "dirty"

  Scenario: Line endings and filters of .gitattributes are honoured both ways
    When these succeed:
      """
      git config filter.up.clean 'tr a-z A-Z' && git config filter.up.smudge 'tr A-Z a-z' && git config filter.up.required true
      printf '*.up filter=up\n*.crlf text eol=crlf\n' >.gitattributes && mkdir drop
      echo hello >drop/a.up && printf 'x\r\n' >drop/b.crlf && echo 1 >c && gtd step && echo 2 >c && gtd step agent
      """
    Then git "show main:drop/a.up" says "HELLO"
    And git "show main:drop/b.crlf" says "x"
    When I run "gtd step && gtd restore && cat drop/a.up drop/b.crlf"
    Then it exits with 0
    And stdout contains "hello\nx\r\n"
    And the working tree is clean

  Scenario: A filter that fails is a refusal that loses nothing
    When I run "git config filter.bad.clean false; git config filter.bad.required true; echo '*.bad filter=bad' >.gitattributes; echo x >a.bad"
    And I run "gtd step"
    Then it exits with 6
    And stderr contains "a.bad"
    And nothing changed

  Scenario: Links, modes and types that change, and names that differ in case
    When these succeed:
      """
      echo x >t && ln -s t l && mkdir d && echo 1 >d/x && echo y >Name && gtd step
      rm t l && mkdir t && echo 1 >t/in && echo file >l && rm -r d && ln -s t d && git mv Name name && chmod +x README.md
      """
    And I run "gtd status --json"
    Then json "changes" has 8 items
    When I run "gtd step agent && gtd window close && gtd undo && gtd step agent && gtd window close"
    Then it exits with 0
    And the working tree is clean
    And git "ls-tree HEAD README.md d l" contains "100755"
    And git "ls-tree HEAD README.md d l" contains "120000 blob"
    And git "ls-tree -r --name-only HEAD" contains "name"
    And git "ls-tree -r --name-only HEAD" does not contain "Name"

  Scenario: A file over 50 MB is refused by name
    When I run "truncate -s 51000000 big.bin"
    And I run "gtd step"
    Then it exits with 6
    And stderr contains "big.bin"
    And stderr contains "--allow-large"
    And nothing changed

  Scenario: A steering file that is tracked and ignored is told
    When I run "mkdir .gtd; echo x >.gtd/TODO.md; git add .gtd; git commit -qm plan; echo .gtd/ >.gitignore; echo y >.gtd/TODO.md"
    And I run "gtd step"
    Then it exits with 6
    And stderr contains "git ignores the steering file"
    And stderr contains "git check-ignore"
    And nothing changed

  Scenario: An index in which case does not count, on a disk where it does
    When I run "echo 1 >Name && git add . && git commit -qm Name && git config core.ignorecase true && mv Name NAME && gtd status --json"
    Then it exits with 0
    And json "changes" is [{"status":"A","path":"NAME","pattern":"* **"},{"status":"D","path":"Name","pattern":"* **"}]
    When I run "gtd step"
    Then the working tree is clean
    And git "ls-tree -r --name-only HEAD" contains "NAME"
