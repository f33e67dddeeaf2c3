Feature: gtd doctor says what must be done before gtd works, and how

  Scenario: Nothing must be done
    Given a repository with the bundled workflow
    When I run "gtd doctor"
    Then it exits with 0
    And stdout contains "nothing must be done"
    And stdout contains:
      """
      ok     commits are made by "Ada Human <ada@example.org>"
      """
    And nothing changed

  Scenario: As one document
    Given a repository with the bundled workflow
    When I run "gtd doctor --json"
    Then it exits with 0
    And stdout is one line of JSON
    And json "healthy" is true
    And json "diagnoses.0.probe" is "node"
    And json "diagnoses.0.level" is "ok"

  Scenario: A broken configuration is told with its places, and the rest all the same
    Given a repository
    And the configuration ".gtdrc.yaml":
      """
      limits: { trns: 3 }
      """
    When I run "gtd doctor"
    Then it exits with 1
    And stdout contains:
      """
      fault  .gtdrc.yaml:1:11: unknown-key: unknown key "trns" in "limits"
              → did you mean "turns"?
      """
    And stdout contains "no locks are held"

  Scenario: A configuration that cannot be read
    Given a repository
    And the file ".gtdrc.yaml" with the bytes "\u00ff\u00fe"
    When I run "gtd doctor"
    Then it exits with 1
    And stdout contains "cannot be read"

  Scenario: Nothing of an untrusted configuration is rendered or run
    Given a repository
    And nothing is trusted
    And the configuration ".gtdrc.yaml":
      """
      shell: ./evil
      hooks: { onRest: touch ran }
      vars: { testCommand: touch ran }
      """
    And the executable "evil" with:
      """
      #!/bin/sh
      touch ran
      """
    When I run "gtd doctor"
    Then it exits with 1
    And stdout contains:
      """
      fault  the configuration is not trusted
              → gtd trust  # after you have read it
      """
    And the file "ran" does not exist

  Scenario: Outside a repository
    Given a directory that is no repository
    When I run "gtd doctor"
    Then it exits with 1
    And stdout contains "is not inside a git repository"
    And stdout contains "→ git init"

  Scenario: Commits that gtd did not make
    Given a repository with the bundled workflow
    And a cycle that rests at "grilling"
    And everything is committed as "chore: by hand"
    When I run "gtd doctor"
    Then it exits with 1
    And stdout contains "→ gtd adopt                   # makes them part of the present turn"

  Scenario: A merge under way
    Given a repository with the bundled workflow
    And the file ".git/MERGE_HEAD" holds "0123456789012345678901234567890123456789"
    When I run "gtd doctor"
    Then it exits with 1
    And stdout contains "→ git merge --abort"
