Feature: gtd fix repairs a red test run

  Background:
    Given a repository with the bundled workflow

  Scenario: On green it leaves no trace
    Given I remember HEAD as "before"
    When I run "gtd fix"
    Then it exits with 0
    And the last subject is "gtd(human): idle → health"
    When I run "gtd run"
    Then it exits with 0
    And HEAD is "before"
    And the working tree is clean
    And status says the state is "idle"

  Scenario: On red it repairs, and so through judgement and review to one commit
    Given the file "red" holds "x"
    And everything is committed as "chore: red"
    When these succeed:
      """
      gtd fix
      gtd run
      """
    Then the last subject is "gtd(check): health → fixing"
    When the agent deletes "red"
    And I run "gtd step agent"
    Then the last subject is "gtd(agent): fixing → checking"
    When I run "gtd run"
    Then the last subject is "gtd(check): checking → vetting"
    When I run "gtd next"
    Then it exits with 0
    And stdout contains "There is no package"
    When the agent writes ".gtd/VERDICT.md" as "Verdict: approve"
    And I run "gtd step agent"
    And I run "gtd run"
    Then the last subject is "gtd(check): picking → reviewing"
    When the agent writes the review of:
      | red |
    And I run "gtd step agent"
    And the reviewer ticks every box in ".gtd/REVIEW.md"
    And I run "gtd step"
    And the agent writes ".gtd/COMMIT_MSG.md" as "fix: be green again"
    And I run "gtd step agent"
    Then the subjects are:
      """
      chore: begin
      chore: red
      fix: be green again
      """
    And the last commit holds:
      | .gtdrc.yaml |
      | README.md   |
      | test.sh     |
    And the working tree is clean

  Scenario: With something pending it refuses
    Given the file "a.txt" holds "x"
    When I run "gtd fix"
    Then it exits with 1
    And nothing changed
