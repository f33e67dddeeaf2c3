Feature: The harness itself can fail

  Scenario: A scenario starts in a clean repository of its own
    Given a repository
    When I run "git log --format=%s"
    Then it exits with 0
    And stdout contains "chore: begin"
    And nothing changed
    And HEAD is on "main"
    And the working tree is clean

  @fails
  Scenario: A new file is a change
    Given a repository
    When I run "echo x >new"
    Then nothing changed

  @fails
  Scenario: A moved ref is a change
    Given a repository
    When I run "git branch other"
    Then nothing changed

  @fails
  Scenario: A staged file is a change
    Given a repository
    And the file "new" holds "x"
    When I run "git add new"
    Then nothing changed

  Scenario: Odd names and JSON
    Given a repository
    And the file "a\nb" holds "x"
    When I run:
      """
      printf '%s' '{"a":[{"b":3}]}'
      """
    Then json "a[0].b" is 3
    And json "a" is [{"b":3}]
    And pending are:
      | a\nb |
