Feature: A configuration that was compiled before is the same configuration

  Background:
    Given a repository
    And the file "work.md" with:
      """
      do the work
      """
    And the configuration ".gtdrc.yaml":
      """
      vars: { tries: "2" }
      workflow:
        states:
          idle:
            actor: human
            initial: true
            message: ./work.md
            on: { "* **": tried }
          tried:
            actor: human
            message: tried
            retry: { max: "<%= it.vars.tries %>", otherwise: idle }
            on: { "* **": idle }
      """

  Scenario: A file that it names is read as it is now
    When I run "gtd next"
    And I run "gtd next"
    Then stdout contains "do the work"
    When a human writes "work.md" as "do more work"
    And I run "gtd next"
    Then stdout contains "do more work"

  Scenario: What only a variable's value shows is still told with its place
    When I run "gtd next"
    Then it exits with 0
    Given the environment has "GTD_TRIES" set to "many"
    When I run "gtd next"
    Then it exits with 7
    And stderr contains ".gtdrc.yaml:12:"
    And nothing changed

  Scenario: It is not trusted because it was compiled
    When I run "gtd next"
    Then it exits with 0
    Given nothing is trusted
    When I run "gtd next"
    Then it exits with 7
    And stderr contains "not trusted"

  Scenario: Whatever lies in its place is no fault
    When I run "gtd next"
    And I run "for f in ../.cache/gtd/configurations/*; do echo x > $f; done; gtd next"
    Then it exits with 0
    And stdout contains "do the work"
