Feature: gtd review leads a human through a branch

  Background:
    Given a repository with the bundled workflow
    When these succeed:
      """
      git checkout -q -b topic
      echo one >one.txt; git add .; git commit -qm 'feat: one'
      echo two >two.txt; git add .; git commit -qm 'feat: two'
      """

  Scenario: The branch against its merge base, approved without a trace
    Given I remember HEAD as "topic"
    When I run "gtd review main"
    Then it exits with 0
    And the last subject is "gtd(human): idle → inspect"
    And the last commit has the trailer "Gtd-Review-Base" matching "^[0-9a-f]{40}$"
    When I run "gtd run"
    Then the last subject is "gtd(check): inspect → reviewing"
    When the agent writes the review of:
      | one.txt |
      | two.txt |
    And I run "gtd step agent"
    Then it exits with 0
    And pending are:
      | one.txt |
      | two.txt |
    When the reviewer ticks every box in ".gtd/REVIEW.md"
    And I run "gtd step"
    Then the last subject is "gtd(human): await-review → squashing"
    When the agent writes ".gtd/COMMIT_MSG.md" as "chore: nothing"
    And I run "gtd step agent"
    Then it exits with 0
    And HEAD is "topic"
    And HEAD is on "topic"
    And the working tree is clean

  Scenario: Without a ref the default branch is the measure
    When I run "gtd review"
    And I run "gtd run"
    And I run "gtd next"
    Then it exits with 0
    When the agent writes the review of:
      | one.txt |
      | two.txt |
    And I run "gtd step agent"
    Then it exits with 0

  Scenario: What the review changes becomes one commit on the branch
    When these succeed:
      """
      gtd review main
      gtd run
      """
    And the agent writes the review of:
      | one.txt |
      | two.txt |
    And I run "gtd step agent"
    And the reviewer writes "one.txt" as "uno"
    And I run "gtd step"
    Then the last subject is "gtd(human): await-review → revising"
    When these succeed:
      """
      rm .gtd/REVIEW.md; gtd step agent
      gtd run
      echo 'Verdict: approve' >.gtd/VERDICT.md; gtd step agent
      gtd run
      """
    And the agent writes the review of:
      | one.txt |
    And I run "gtd step agent"
    And the reviewer ticks every box in ".gtd/REVIEW.md"
    And I run "gtd step"
    And the agent writes ".gtd/COMMIT_MSG.md" as "fix: say uno"
    And I run "gtd step agent"
    Then the subjects are:
      """
      chore: begin
      feat: one
      feat: two
      fix: say uno
      """
    And the working tree is clean

  Scenario: A red test run is named in the review
    Given the file "red" holds "x"
    And everything is committed as "feat: red"
    When these succeed:
      """
      gtd review main
      gtd run
      """
    Then the last subject is "gtd(check): inspect → reviewing"
    When I run "gtd next"
    Then stdout contains "red"
    And stdout contains ".gtd/FEEDBACK.md"

  Scenario: A ref that is none
    When I run "gtd review nowhere"
    Then it exits with 2
    And stderr contains "nowhere"
    And nothing changed

  Scenario: Nothing to review
    When I run "git checkout -q main; gtd review topic"
    Then it exits with 1
    And git "log -1 --format=%s" says "chore: begin"
