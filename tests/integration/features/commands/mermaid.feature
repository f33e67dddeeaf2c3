Feature: gtd mermaid draws the workflow

  Background:
    Given a repository with the small workflow

  Scenario: The whole workflow
    When I run "gtd mermaid"
    Then it exits with 0
    And stdout contains "stateDiagram-v2"
    And stdout contains "idle --> working"
    And stdout contains "checking --> looking"
    And nothing changed

  Scenario: Where it stands and the way it took
    Given the turns:
      | gtd(human): idle → working | notes.md | x |
    When I run "gtd mermaid --current"
    Then it exits with 0
    And stdout contains "stateDiagram-v2"
    And stdout matches "working.*(current|:::)|class working|class .*working"

  Scenario: A document is kept up to date
    Given the file "DOC.md" with:
      """
      # Doc

      <!-- gtd:mermaid -->
      <!-- /gtd:mermaid -->

      The end.
      """
    When I run "gtd mermaid --check DOC.md"
    Then it exits with 1
    And nothing changed
    When I run "gtd mermaid --write DOC.md"
    Then it exits with 0
    And the file "DOC.md" contains "```mermaid"
    And the file "DOC.md" contains "idle --> working"
    And the file "DOC.md" contains "The end."
    When I run "gtd mermaid --check DOC.md"
    Then it exits with 0
    And nothing changed
    When I run "gtd mermaid --write DOC.md"
    Then it exits with 0
    And nothing changed

  Scenario: A document without the marks
    Given the file "DOC.md" holds "# Doc"
    When I run "gtd mermaid --write DOC.md"
    Then it exits with 1
    And stderr contains "<!-- gtd:mermaid -->"
    And nothing changed

  Scenario: A document that is not there
    When I run "gtd mermaid --check NONE.md"
    Then it exits with 2
    And stderr contains "NONE.md"
    And nothing changed
