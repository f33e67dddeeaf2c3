Feature: gtd validate formats the resting state's steering file and says what is wrong with it

  Background:
    Given a repository with the workflow:
      """
      workflow:
        states:
          idle:
            actor: human
            initial: true
            message: hello
            on: { "* **": planning }
          planning:
            actor: agent
            prompt: plan
            file: plan.md
            mode: qa
            on: { "@open": answering, "@settled": idle }
          answering:
            actor: human
            message: answer
            file: plan.md
            mode: qa
            on: { "* **": planning }
      """
    And the turns:
      | gtd(human): idle → planning | x | 1 |

  Scenario: A valid file
    When the agent writes "plan.md" with:
      """
      # Plan

      ## Open Questions

      ### Which one?

      - [ ] This one (recommended)
      - [ ] _your answer_
      """
    And I run "gtd validate --json"
    Then it exits with 0
    And json "state" is "planning"
    And json "file" is "plan.md"
    And json "mode" is "qa"
    And json "valid" is true
    And json "errors" is []

  Scenario: A question without options, with its place
    When the agent writes "plan.md" with:
      """
      # Plan

      ## Open Questions

      ### Which one?
      """
    And I run "gtd validate --json"
    Then it exits with 1
    And json "valid" is false
    And json "errors" has 1 item
    And json "errors[0].line" is 5
    And json "errors[0].message" is there
    And json "errors[0].column" is 1
    When I run "gtd validate"
    Then it exits with 1
    And it says "plan.md:5"

  Scenario: A pending file is formatted
    When the agent writes "plan.md" with:
      """
      # Plan
      * one
      * two
      """
    And I run "gtd validate"
    Then it exits with 0
    And the file "plan.md" is:
      """
      # Plan

      - one
      - two
      """

  Scenario: A clean file is never formatted
    Given the file "plan.md" with:
      """
      # Plan
      * one
      """
    And everything is committed as "gtd(agent): planning"
    When I run "gtd validate"
    Then it exits with 0
    And nothing changed

  Scenario: A file that is absent has nothing to validate
    When I run "gtd validate --json"
    Then it exits with 0
    And json "valid" is true

  Scenario: An invalid file does not become a turn
    When the agent writes "plan.md" with:
      """
      # Plan

      ## Open Questions

      ### Which one?
      """
    And I run "gtd step agent"
    Then it exits with 1
    And stderr contains "plan.md:5"
    And nothing changed
    When I run "gtd step agent --dry-run"
    Then it exits with 1
    And stderr contains "plan.md:5"
    And nothing changed

  Scenario: A named file
    Given the file "other.md" with:
      """
      * one
      """
    When I run "gtd validate other.md --mode qa"
    Then it exits with 0
    And the file "other.md" contains "- one"
    When I run "gtd validate other.md"
    Then it exits with 2
    And stderr contains "--mode"
    When I run "gtd validate other.md --mode quiz"
    Then it exits with 2
    And stderr contains "qa, review, verdict, prose"
    And the file "other.md" contains "- one"
    When I run "gtd validate none.md --mode qa"
    Then it exits with 2
    And stderr contains "none.md"

  Scenario: A file outside the repository is refused
    When I run "echo x >../out.md; gtd validate ../out.md"
    Then it exits with 1
    And nothing changed
