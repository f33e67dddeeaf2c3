Feature: A plan with questions stops for a human

  Background:
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
      """
    And I run "gtd step agent"

  Scenario: The plan rests at the human, with its questions as data
    Then the last subject is "gtd(agent): grilling → answering"
    When I run "gtd questions"
    Then stdout contains "Which language?"
    When I run "gtd status --json"
    Then json "actor" is "human"
    And json "signals" is ["open","unanswered"]
    And json "next.target" is "decomposing"

  Scenario: A clean step accepts what is recommended
    When I run "gtd step"
    Then it exits with 0
    And the last subject is "gtd(human): answering → decomposing"

  Scenario: An answer sends the plan back to be worked over
    When a human replaces "[ ] German" by "[x] German" in ".gtd/TODO.md"
    And I run "gtd status --json"
    Then json "signals" is ["open","answered"]
    When I run "gtd step"
    Then the last subject is "gtd(human): answering → grilling"
    When the agent writes ".gtd/TODO.md" with:
      """
      # Plan

      ## Answered Questions

      ### Which language?

      German.
      """
    And I run "gtd step agent"
    Then the last subject is "gtd(agent): grilling → decomposing"

  Scenario: An answer in the free slot counts
    When a human replaces "[ ] _your answer_" by "[x] Latin" in ".gtd/TODO.md"
    And I run "gtd status --json"
    Then json "signals" is ["open","answered"]

  Scenario: Two ticks are ambiguous and refused
    When a human replaces "[ ] English" by "[x] English" in ".gtd/TODO.md"
    And a human replaces "[ ] German" by "[x] German" in ".gtd/TODO.md"
    And I run "gtd step"
    Then it exits with 1
    And stderr contains "two ticks"
    And nothing changed

  Scenario: A ticked empty slot is ambiguous and refused
    When a human replaces "[ ] _your" by "[x] _your" in ".gtd/TODO.md"
    And I run "gtd step"
    Then it exits with 1
    And nothing changed

  Scenario: A deleted plan is refused
    When a human deletes ".gtd/TODO.md"
    And I run "gtd step"
    Then it exits with 1
    And stderr contains "gtd abandon"
    And nothing changed

  Scenario: A draft with a ticked box is no turn
    When I run "gtd undo"
    And the agent replaces "[ ] English" by "[x] English" in ".gtd/TODO.md"
    And I run "gtd step agent"
    Then it exits with 1
    And stderr contains ".gtd/TODO.md:7"
    And nothing changed

  Scenario: The plan gate always stops when it is told to
    Given the environment has "GTD_PLANGATE" set to "always"
    When I run "gtd undo"
    And the agent writes ".gtd/TODO.md" as "# Plan without a question"
    And I run "gtd step agent"
    Then it exits with 0
    And the last subject is "gtd(agent): grilling → answering"
