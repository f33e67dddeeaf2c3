Feature: gtd format lays out one markdown file

  Background:
    Given a repository with the small workflow

  Scenario: Lists, spacing and prose are laid out, and a second run changes nothing
    Given the file "a.md" with:
      """
      # Title
      * one
      * two
      """
    When I run "gtd format a.md"
    Then it exits with 0
    And the file "a.md" is:
      """
      # Title

      - one
      - two
      """
    When I run "gtd format a.md"
    Then it exits with 0
    And nothing changed

  Scenario: CRLF is kept
    Given the file "a.md" with the bytes "# Title\r\n* one\r\n"
    When I run "gtd format a.md"
    Then it exits with 0
    And the file "a.md" contains "- one\r"

  Scenario: A file that is not there
    When I run "gtd format none.md"
    Then it exits with 2
    And stderr contains "none.md"
    And nothing changed

  Scenario: A link is not followed
    Given "link.md" links to "/etc/hostname"
    When I run "gtd format link.md"
    Then it exits with 1
    And nothing changed

  Scenario: From a subdirectory the path is that of the shell
    Given the file "docs/a.md" with:
      """
      * one
      """
    When I run "gtd format a.md" in "docs"
    Then it exits with 0
    And the file "docs/a.md" is:
      """
      - one
      """

  Scenario: What is no UTF-8 text is left as it is
    Given the file "a.md" with the bytes "* caf\u00e9\n"
    When I run "gtd format a.md"
    Then it exits with 2
    And stderr contains "no UTF-8 text"
    And nothing changed
