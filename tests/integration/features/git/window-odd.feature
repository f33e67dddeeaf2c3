Feature: Whatever is done inside the review window, nothing is lost and it is said

  Background:
    Given a repository with the workflow:
      """
      workflow:
        states:
          idle: { actor: human, initial: true, message: go, on: { "* **": working } }
          working: { actor: agent, prompt: work, on: { "* **": looking } }
          looking: { actor: human, message: look, window: true, on: { "C": done, "* **": working } }
          done: { commit: "feat: work" }
      """
    And the turns:
      | gtd(human): idle → working | a.txt | 1 |
    When the agent writes "README.md" as "better"
    And I run "gtd step agent"

  Scenario: git stash takes a part of the review away, and git stash pop brings it back
    When I run "git stash -q && gtd status"
    Then it exits with 0
    And stdout contains "was stashed inside the window: git stash pop"
    When I run "gtd step"
    Then it exits with 6
    And stderr contains "git stash pop"
    And nothing changed
    When I run "git stash pop -q && gtd status --json"
    Then json "changes" is []
    And json "window.stashed" is absent
    When I run "gtd step"
    Then it exits with 0
    And the last subject is "feat: work"
    And git "show HEAD:README.md" says "better"

  Scenario: A stash that is to stay is left behind by closing the window
    When I run "git stash -q && gtd window close && gtd step"
    Then it exits with 0
    And the last subject is "gtd(human): looking → working"
    And git "stash list" contains "stash@{0}"
    And git "show stash@{0}:README.md" says "better"

  Scenario: A stash of before is nobody's business
    When I run "gtd window close && echo x >>a.txt && git stash -q && gtd window open && gtd step"
    Then it exits with 0
    And the last subject is "feat: work"

  Scenario: Another branch checked out leaves it, and the way back opens it again
    When I run "git branch other main~2 && git checkout -q -f other && gtd status"
    Then it exits with 0
    And stdout contains "the review window of main was left by a checkout"
    When I run "gtd status --json"
    Then json "left.branch" is "refs/heads/main"
    When I run "git checkout -q -f main && gtd window open && gtd status --json"
    Then it exits with 0
    And stdout contains "looking"
    And stdout does not contain "left"

  Scenario: A branch that was deleted comes back by the command that is named
    When I run "git branch -q -D main; gtd step"
    Then it exits with 6
    And stderr contains "was deleted while the review window was open"
    When I run "$(gtd step 2>&1 | sed -n 's/^  \(git update-ref.*\)  #.*/\1/p') && gtd step"
    Then it exits with 0
    And HEAD is on "main"
    And the last subject is "feat: work"

  Scenario: A hard reset inside loses what it says, not the review
    When I run "git reset -q --hard; gtd status --json"
    Then json "changes" is [{"status":"M","path":"README.md","pattern":"* **"}]
    When I run "gtd window close && git checkout -q . && gtd step"
    Then the last subject is "feat: work"
    And git "show HEAD:README.md" says "better"
