Feature: A human reviews the whole, in the editor

  Background:
    Given a repository with the bundled workflow
    And a cycle that rests at "reviewing"
    When the agent writes the review of:
      | src/greet.txt |
    And I run "gtd step agent"

  Scenario: The window shows the diff of the cycle, and none of gtd's files
    Then status says the state is "await-review"
    And pending are:
      | src/greet.txt |
    When I run "gtd changesets"
    Then stdout contains "src/greet.txt"

  Scenario: Empty boxes are unfinished
    When I run "gtd step"
    Then it exits with 0
    And nothing changed
    When the reviewer replaces "What changed" by "What changed " in ".gtd/REVIEW.md"
    And I run "gtd step"
    Then status says the state is "await-review"

  Scenario: Some boxes ticked is unfinished
    When I run "gtd window close; gtd undo"
    And the agent writes "src/bye.txt" as "bye"
    And I run "git checkout -q . ; rm -f src/bye.txt; gtd status --json"
    Then json "state" is "reviewing"
    When the agent writes the review of:
      | src/greet.txt |
      | src/greet.txt |
    And I run "gtd step agent"
    And I run "sed -i '0,/\[ \]/s//[x]/' .gtd/REVIEW.md"
    And I run "gtd step"
    Then it exits with 1
    And stderr contains "Some boxes are still empty."
    And nothing changed

  Scenario: A comment sends it back
    When the reviewer replaces "look here" by "look here\n  Say goodbye as well." in ".gtd/REVIEW.md"
    And I run "gtd step"
    Then the last subject is "gtd(human): await-review → revising"
    And HEAD is on "main"
    When I run "gtd next"
    Then stdout contains ".gtd/REVIEW.md"
    When the agent writes ".gtd/packages/01-bye.md" as "# Say goodbye"
    And I run "gtd step agent"
    Then the last subject is "gtd(agent): revising → picking"
    When these succeed:
      """
      gtd run
      echo bye >src/bye.txt; gtd step agent
      gtd run
      echo 'Verdict: approve' >.gtd/VERDICT.md; gtd step agent
      gtd run
      """
    Then the last subject is "gtd(check): picking → reviewing"
    When the agent writes the review of:
      | src/bye.txt |
    And I run "gtd step agent"
    Then it exits with 0
    And pending are:
      | src/bye.txt |

  Scenario: A hand edit sends it back and stays
    When the reviewer writes "src/greet.txt" as "good day"
    And the reviewer ticks every box in ".gtd/REVIEW.md"
    And I run "gtd step"
    Then the last subject is "gtd(human): await-review → revising"
    And git "show HEAD:src/greet.txt" says "good day"
    When the agent deletes ".gtd/REVIEW.md"
    And I run "gtd step agent"
    Then the last subject is "gtd(agent): revising → checking"
    When these succeed:
      """
      gtd run
      echo 'Verdict: approve' >.gtd/VERDICT.md; gtd step agent
      gtd run
      """
    Then the last subject is "gtd(check): picking → reviewing"
    When the agent writes the review of:
      | src/greet.txt |
    And I run "gtd step agent"
    And the reviewer ticks every box in ".gtd/REVIEW.md"
    And I run "gtd step"
    And the agent writes ".gtd/COMMIT_MSG.md" as "feat: greet"
    And I run "gtd step agent"
    Then the last subject is "feat: greet"
    And git "show HEAD:src/greet.txt" says "good day"
    And the last commit holds no file under ".gtd"
    And the working tree is clean

  Scenario: A deleted review is refused
    When the reviewer deletes ".gtd/REVIEW.md"
    And I run "gtd step"
    Then it exits with 1
    And stderr contains "The review was deleted."
    And nothing changed

  Scenario: Abandoned in the window, everything is left
    When I run "gtd abandon"
    Then it exits with 0
    And HEAD is on "main"
    And the last subject is "chore: begin"
    And the file "src/greet.txt" exists
    And the file ".gtd/TODO.md" exists
    And status says the state is "idle"
