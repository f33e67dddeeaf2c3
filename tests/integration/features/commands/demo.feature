Feature: gtd demo shows the bundled workflow without a key or a network

  Scenario: It ends well, leaves the repository around it alone, and names the one that it made
    Given a repository with the small workflow
    And nothing is trusted
    When I run "gtd demo"
    Then it exits with 0
    And nothing changed
    And stdout contains "gtd(human): idle → capturing"
    And stdout contains "gtd(check): checking → fixing"
    And stdout contains "gtd(agent): vetting → addressing"
    And stdout contains "gtd(human): await-review → revising"
    And stdout matches "^done in .*cd .*/gtd-demo-"
    When I run "ls $TMPDIR | grep -c .; cd $TMPDIR/gtd-demo-*/* && git status --porcelain && git log --format=%s | grep -c ."
    Then it exits with 0
    And stdout contains "1\n2\n"
