Feature: Signing off makes one commit without any file of gtd's

  Background:
    Given a repository with the bundled workflow
    And a cycle that rests at "reviewing"
    When the agent writes the review of:
      | src/greet.txt |
    And I run "gtd step agent"
    And the reviewer ticks every box in ".gtd/REVIEW.md"
    And I run "gtd step"

  Scenario: One commit
    When the agent writes ".gtd/COMMIT_MSG.md" as "feat: greet"
    And I run "gtd step agent --json"
    Then json "state" is "idle"
    And json "subject" is "feat: greet"
    And there are 2 commits
    And the last commit holds no file under ".gtd"
    And the file ".gtd" does not exist
    And the working tree is clean

  Scenario: Lines that look like gtd's own are taken out of the message
    When the agent writes ".gtd/COMMIT_MSG.md" with:
      """
      feat: greet

      Why it greets.

      Gtd-Cost: 999 fake
      Reviewed-by: Ada <ada@example.org>
      """
    And I run "gtd step agent"
    Then the last message does not contain "999 fake"
    And the last message contains "Reviewed-by: Ada"
    And the last message contains "Why it greets."

  Scenario Outline: A message that is none is refused
    When the agent writes ".gtd/COMMIT_MSG.md" as "<text>"
    And I run "gtd step agent"
    Then it exits with 1
    And nothing changed

    Examples:
      | text                         |
      |                              |
      | gtd(human): idle → capturing |

  Scenario: What is pending besides stays pending and is reported
    Given the file "stray.txt" holds "mine"
    When the agent writes ".gtd/COMMIT_MSG.md" as "feat: greet"
    And I run "gtd step agent"
    Then it exits with 0
    And it says "stray.txt"
    And pending are:
      | stray.txt |

  Scenario: The turns are kept and can be brought back
    When the agent writes ".gtd/COMMIT_MSG.md" as "feat: greet"
    And I run "gtd step agent"
    And I run "gtd restore"
    Then it exits with 0
    And status says the state is "squashing"
    And git "for-each-ref --format=%(refname)" contains "refs/gtd/history/"
