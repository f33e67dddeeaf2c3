Feature: gtd answer answers without an editor

  Scenario: Questions are answered one by one, and the last answer takes the step
    Given a repository with the bundled workflow
    And a cycle that rests at "grilling"
    When the agent writes ".gtd/TODO.md" with:
      """
      # Plan

      ## Open Questions

      ### Which language?

      - [ ] English (recommended)
      - [ ] German
      - [ ] _your answer_

      ### Which port?

      - [ ] 80
      - [ ] 8080
      """
    And I run "gtd answer 1 --option 1"
    Then it exits with 1
    And stderr contains "\"grilling\" waits for \"agent\", so there is nothing for you to answer"
    And nothing changed
    When these succeed:
      """
      gtd step agent
      """
    And I run "gtd loop"
    Then stdout contains "file: .gtd/TODO.md  # or, at the terminal: gtd answer\n"
    When I run "gtd answer"
    Then it exits with 2
    And stderr contains "nothing can be asked here"
    And stderr contains "gtd answer 1 --option 1\n"
    And stdout is empty
    And nothing changed
    When I run "gtd answer --list --json"
    Then it exits with 0
    And json has the keys "state, file, mode, items, left, written, subject, from, to"
    And json "items.1.text" is "Which port?"
    And json "items.0.options.2.isSlot" is true
    And json "to" is "decomposing"
    And nothing changed
    When I run "GTD_WORKTREE=$(pwd)/.git gtd answer 1 --option 2"
    Then it exits with 1
    And stderr contains "cannot be used inside a turn"
    And nothing changed
    When I run:
      """
      gtd answer 1 'Latin, as in [x] 1' --json
      """
    Then it exits with 0
    And json "left" is 1
    And json "written" is true
    And json "subject" is null
    And json "state" is "answering"
    And the file ".gtd/TODO.md" contains "- [ ] German\n- [x] Latin, as in [x] 1\n"
    When I run "gtd answer 2 --option 2 --no-step"
    Then it exits with 0
    And stdout contains ".gtd/TODO.md:11: 2. Which port? → 8080\n2 of 2 answered, no step taken\n"
    And the last subject is "gtd(agent): grilling → answering"
    When I run "gtd answer 2 --option 1"
    Then it exits with 0
    And stdout contains "gtd(human): answering → grilling"
    And the last subject is "gtd(human): answering → grilling"
    And git "show HEAD:.gtd/TODO.md" contains "- [x] 80\n- [ ] 8080"

  Scenario: A review is approved or commented on in its window
    Given a repository with the bundled workflow
    And a cycle that rests at "reviewing"
    When the agent writes the review of:
      | src/greet.txt |
      | src/greet.txt |
    And I run "gtd step agent"
    And I run "gtd answer 1 --approve"
    Then it exits with 0
    And stdout contains "1. [x] ./src/greet.txt: look here\n1 of 2 answered, no step taken\n"
    When I run "gtd answer 2 'Say goodbye.'"
    Then it exits with 2
    And stderr contains "which is approved or commented on"
    And nothing changed
    When I run "gtd answer 2 --comment 'Say goodbye.' --no-step --json"
    Then json "items.1.commented" is true
    And json "items.1.path" is "src/greet.txt"
    And the file ".gtd/REVIEW.md" contains "- [ ] ./src/greet.txt: look here\n  - Say goodbye.\n"
    When I run "gtd answer 1 --approve"
    Then it exits with 0
    And the last subject is "gtd(human): await-review → revising"
    And HEAD is on "main"

  Scenario: All of a review is approved at once
    Given a repository with the bundled workflow
    And a cycle that rests at "reviewing"
    When the agent writes the review of:
      | src/greet.txt |
      | src/greet.txt |
    And I run "gtd step agent"
    And I run "gtd answer --approve --json"
    Then it exits with 0
    And json "state" is "squashing"
    And json "from" is "await-review"
    And json "left" is 0
    And the last subject is "gtd(human): await-review → squashing"

  Scenario: A step that is refused leaves the answer in the file
    Given a repository with the workflow:
      """
      workflow:
        states:
          idle:
            actor: human
            initial: true
            message: hello
            file: plan.md
            mode: qa
            on: { "@answered": { refuse: "Not on a Friday." }, "* **": idle }
      """
    And the file "plan.md" with:
      """
      ## Open Questions

      ### Which backend?

      - [ ] SQLite
      """
    When I run "gtd answer 1 --option 1"
    Then it exits with 1
    And stderr contains "your answer is in the file, but the step is refused"
    And stderr contains "Not on a Friday."
    And the file "plan.md" contains "- [x] SQLite"

  Scenario: Where nothing is asked there is nothing to answer
    Given a repository with the bundled workflow
    When I run "gtd answer 1 --option 1"
    Then it exits with 1
    And stderr contains "\"idle\" asks no questions and shows no review"
    And nothing changed

  Scenario: A plan that cannot be answered says why
    Given a repository with the workflow:
      """
      workflow:
        states:
          idle:
            actor: human
            initial: true
            message: hello
            file: plan.md
            mode: qa
            on: { "* **": idle }
      """
    When I run "gtd answer"
    Then it exits with 1
    And stderr contains "there is no \"plan.md\" to answer in"
    When the human writes "plan.md" as "# Plan"
    And I run "gtd answer"
    Then it exits with 1
    And stderr contains "\"plan.md\" holds no open question"
    Given the file "plan.md" with the bytes "## Open Questions\n\n### Q\u00e9?\n\n- [ ] a\n"
    When I run "gtd answer 1 --option 1"
    Then it exits with 1
    And stderr contains "holds bytes that are no UTF-8"
    And nothing changed
    Given nothing is trusted
    When I run "gtd answer --list"
    Then it exits with 7
    And stderr contains "gtd trust"
