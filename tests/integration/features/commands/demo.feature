Feature: gtd demo shows the bundled workflow without a key or a network

  Scenario: It runs anywhere, ends well and leaves nothing behind
    Given a directory that is no repository
    And the environment has no "GTD_TRUST"
    When I run "gtd demo"
    Then it exits with 0
    And stdout contains "idle"
    And stdout contains "building"
    And stdout contains "squashing"
    When I run "ls -A; ls -A $TMPDIR"
    Then stdout is empty

  Scenario: It leaves the repository around it alone
    Given a repository with the small workflow
    When I run "gtd demo"
    Then it exits with 0
    And nothing changed
