Feature: A cycle that begins in a repository without a commit

  Background:
    Given an empty repository
    And the configuration ".gtdrc.yaml":
      """
      vars: { testCommand: "true" }
      """
    And a human writes ".gtd/TODO.md" as "say hello"
    When these succeed:
      """
      gtd step
      gtd run
      gtd run
      gtd step agent --attempt
      printf '# Plan\n\nSay hello.\n' >.gtd/TODO.md
      gtd step agent
      mkdir .gtd/packages
      echo hello >.gtd/packages/01-hello.md
      gtd step agent
      gtd run
      echo hello >hello.txt
      gtd step agent
      gtd run
      echo 'Verdict: approve' >.gtd/VERDICT.md
      gtd step agent
      gtd run
      """
    Then status says the state is "reviewing"

  Scenario: It is reviewed as a whole and becomes the first commit
    When the agent writes the review of:
      | hello.txt   |
      | .gtdrc.yaml |
    And I run "gtd validate"
    Then it exits with 0
    When I run "gtd step agent"
    Then it exits with 0
    And git "diff --cached --name-only --diff-filter=ACM HEAD" says ""
    And git "status --short -- hello.txt" says "?? hello.txt"
    When the reviewer ticks every box in ".gtd/REVIEW.md"
    And I run "gtd step"
    Then the last subject is "gtd(human): await-review → squashing"
    When the agent writes ".gtd/COMMIT_MSG.md" as "feat: say hello"
    And I run "gtd step agent"
    Then it exits with 0
    And there is 1 commit
    And the last commit holds:
      | .gtdrc.yaml |
      | hello.txt   |
    And the working tree is clean

  Scenario: A base that names nothing is a finding, not a fault of git
    When the agent writes ".gtd/REVIEW.md" with:
      """
      # Review: deadbee

      <!-- base: deadbeef -->

      ## Hello

      Says hello.

      - [ ] ./hello.txt
      - [ ] ./.gtdrc.yaml
      """
    And I run "gtd validate"
    Then it exits with 1
    And it says "review-base-ancestor"
