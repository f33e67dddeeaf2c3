Feature: gtd demo shows the bundled workflow without a key or a network

  Scenario: It runs anywhere, ends well and leaves only the repository that it names
    Given a directory that is no repository
    And the environment has no "GTD_TRUST"
    When I run "gtd demo"
    Then it exits with 0
    And stdout contains "idle"
    And stdout contains "building"
    And stdout contains "squashing"
    And stdout matches "^done in .*cd .*/gtd-demo-"
    And the file "README.md" does not exist
    When I run "ls -A . ../.state ../.cache 2>/dev/null; cd $TMPDIR/gtd-demo-*/* && git status --porcelain; git log --format=%s | grep -c ."
    Then stdout does not contain "gtd"
    And it exits with 0

  Scenario: It leaves the repository around it alone
    Given a repository with the small workflow
    When I run "gtd demo"
    Then it exits with 0
    And nothing changed
