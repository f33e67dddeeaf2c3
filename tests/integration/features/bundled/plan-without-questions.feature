Feature: A plan without questions goes from a sketch to one commit

  Scenario: The whole cycle by hand
    Given a repository with the bundled workflow
    When a human writes ".gtd/TODO.md" as "Greet the user by name."
    And I run "gtd step"
    Then the last subject is "gtd(human): idle → capturing"
    When I run "gtd run"
    Then the last subject is "gtd(check): capturing → baseline"
    When I run "gtd run"
    Then the last subject is "gtd(check): baseline → grilling"
    When I run "gtd next"
    Then stdout contains ".gtd/TODO.md"
    When the agent writes ".gtd/TODO.md" with:
      """
      # Plan

      `greet.sh` prints a greeting with the name it is given.
      """
    And I run "gtd step agent"
    Then the last subject is "gtd(agent): grilling → decomposing"
    When the agent writes ".gtd/packages/01-greet.md" with:
      """
      # Greet

      `greet.sh NAME` prints `hello NAME`.
      """
    And I run "gtd step agent"
    Then the last subject is "gtd(agent): decomposing → picking"
    When I run "gtd run"
    Then the last subject is "gtd(check): picking → building"
    And the file ".gtd/NEXT.md" contains "01-greet.md"
    When the agent writes "greet.sh" as "echo hello $1"
    And I run "gtd step agent"
    Then the last subject is "gtd(agent): building → checking"
    When I run "gtd run"
    Then the last subject is "gtd(check): checking → vetting"
    When the agent writes ".gtd/VERDICT.md" as "Verdict: approve"
    And I run "gtd step agent"
    Then the last subject is "gtd(agent): vetting → picking"
    When I run "gtd run"
    Then the last subject is "gtd(check): picking → reviewing"
    And the file ".gtd/NEXT.md" does not exist
    And the file ".gtd/packages/01-greet.md" does not exist
    When the agent writes the review of:
      | greet.sh |
    And I run "gtd step agent"
    Then status says the state is "await-review"
    And git "log -1 --format=%s main" says "gtd(agent): reviewing → await-review"
    And git "status --porcelain -uall -- greet.sh" contains "greet.sh"
    When the reviewer ticks every box in ".gtd/REVIEW.md"
    And I run "gtd step"
    Then the last subject is "gtd(human): await-review → squashing"
    When the agent writes ".gtd/COMMIT_MSG.md" with:
      """
      feat: greet the user by name

      The name is the first argument.
      """
    And I run "gtd step agent"
    Then the last subject is "feat: greet the user by name"
    And status says the state is "idle"
    And HEAD is on "main"
    And the working tree is clean
    And the subjects are:
      """
      chore: begin
      feat: greet the user by name
      """
    And the last commit holds:
      | .gtdrc.yaml |
      | README.md   |
      | greet.sh    |
      | test.sh     |
    And the file ".gtd" does not exist
    And the last message contains "The name is the first argument."
    And the last commit has the trailer "Gtd-History" matching "^[0-9a-f]{40}$"
    And the last commit has the trailer "Gtd-Turns" matching "^1[0-9]$"
    And the last commit has the trailer "Gtd-Signed-Off" matching "^Ada Human <?ada@example.org"
    And the last commit has the trailer "Gtd-Exit" matching "^0$"
