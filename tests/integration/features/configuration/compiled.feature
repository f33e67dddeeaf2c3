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

  Scenario: A check answers from what it found before only while nothing differs
    When I run "gtd check && sed -i 's/do the work/& <%= nope( %>/' work.md; gtd check"
    Then it exits with 1
    And stdout contains "nope"
    When I run "echo do the work > work.md; GTD_TRIES=many gtd check"
    Then it exits with 1
    And stdout contains ".gtdrc.yaml:12:"
    When I run "gtd check --notes > ../noted; gtd check --notes | cmp - ../noted"
    Then it exits with 0
    When I run "gtd check --json > ../noted; gtd check --json | cmp - ../noted"
    Then it exits with 0

  Scenario: A check that answers from before asks for trust all the same, and takes nothing altered
    When I run "gtd check"
    Then it exits with 0
    When I run "for f in ../.cache/gtd/checks/*; do sed -i 's/\[\]/[1]/' $f; done; gtd check"
    Then it exits with 0
    Given nothing is trusted
    When I run "gtd check"
    Then it exits with 7
    And stderr contains "not trusted"

  Scenario: Another shell reads the scripts anew
    Given the configuration ".gtdrc.yaml":
      """
      shell: ./sh/bash
      workflow:
        states:
          idle: { actor: human, initial: true, message: hi, on: { "* **": looking } }
          looking: { actor: check, script: "true && true", on: { "@passed": idle, "@failed": idle, "@missing": idle, "@timeout": idle } }
      """
    When I run "mkdir sh; ln -s /bin/sh sh/bash; git add sh; git commit -qm sh; gtd check"
    Then it exits with 0
    When I run "rm sh/bash; printf '#!/bin/sh\necho no such thing; exit 2' > sh/bash; chmod +x sh/bash; gtd check"
    Then it exits with 1
    And stdout contains "no such thing"
