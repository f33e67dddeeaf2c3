Feature: gtd test plays the scenarios of a workflow

  Background:
    Given a repository with the small workflow

  Scenario: None are there yet
    When I run "gtd test"
    Then it exits with 1
    And stderr contains ".gtdrc.scenarios.yaml"
    And stderr contains "- human: { write: { notes.md: hello } }"
    And nothing changed

  Scenario: All of them pass, with what they leave out
    Given the file ".gtdrc.scenarios.yaml" with:
      """
      - scenario: a note is worked on, checked and accepted
        steps:
          - human: { write: { notes.md: greet } }
            lands: working
          - agent: { write: { src/a.txt: hello } }
            lands: checking
          - check: { exit: 0 }
            lands: looking
          - human: {}
            lands: done
      """
    When I run "gtd test"
    Then it succeeds
    And stdout contains "1 scenario passed"
    And stdout contains "4 of 9 rows fired"
    And stdout contains "@timeout: refused"
    And nothing changed
    When I run "gtd test --coverage-min 90"
    Then it exits with 1
    And stdout contains "less than the 90 % asked for"
    When I run "gtd test --coverage-min 101"
    Then it exits with 2

  Scenario: One fails, by the row that fired and the one that was expected
    Given the file "own.yaml" with:
      """
      - scenario: a red check is looked at
        at: checking
        steps:
          - check: { exit: 1, output: one test failed }
            lands: looking
      """
    When I run "gtd test own.yaml"
    Then it exits with 1
    And stdout contains:
      """
      own.yaml:5:14: failed: a red check is looked at
        5 |       lands: looking
          |              ^^^^^^^
        step 1 at "checking" (check): expected to land at "looking", but it lands at "working" by the row "@failed"
          A out.txt
          @failed
        expected:
          1. @passed → looking   does not hold
             - @passed: the signal is not there
        next: gtd explain --at checking --if 'A out.txt' @failed
      """
    When I run "gtd explain --at checking --if 'A out.txt' @failed"
    Then it succeeds
    When I run "gtd test own.yaml --json"
    Then it exits with 1
    And stdout is one line of JSON
    And json "scenarios.0.failure.row.pattern" is "@failed"
    And json "scenarios.0.failure.expected.0.pattern" is "@passed"
    And json "coverage.fired" is 0
    And json "findings" has 0 items

  Scenario: A malformed file is told by its places, and nothing is played
    Given the file ".gtdrc.scenarios.yaml" with:
      """
      - scenario: a
        at: wroking
        steps:
          - agnt: { write: { src/a.txt: x } }
            lands: checking
      """
    When I run "gtd test"
    Then it exits with 1
    And stdout contains ".gtdrc.scenarios.yaml:2:7: error unknown-state"
    And stdout contains 'did you mean "working"?'
    And stdout contains ".gtdrc.scenarios.yaml:4:7: error unknown-key"
    And stdout contains 'did you mean "agent"?'
    When I run "gtd test --json"
    Then it exits with 1
    And json "findings" has 2 items
    And json "findings.0.line" is 2
    When I run "gtd test missing.yaml"
    Then it exits with 2
    And stderr contains "missing.yaml"

  Scenario: An invalid workflow is told as by every command
    Given the configuration ".gtdrc.yaml":
      """
      workflow: { states: { idle: { actor: human, initial: true, message: hi, on: { "* **": nowhere } } } }
      """
    When I run "gtd test"
    Then it exits with 7
    And stderr contains ".gtdrc.yaml:1"

  Scenario: With run, scripts are run in a repository that is thrown away
    Given the file ".gtdrc.scenarios.yaml" with:
      """
      - scenario: red, then green, then one commit
        run: true
        given: { check.sh: "test ! -e red" }
        steps:
          - human: { write: { notes.md: greet } }
            lands: working
          - agent: { write: { src/a.txt: hello, red: "" } }
            lands: checking
          - check: { exit: 1 }
            lands: working
          - agent: { delete: notes.md }
            refused: must stay
          - agent: { write: { notes.md: greet }, delete: red }
            refused: no-row
          - agent: { write: { src/a.txt: hello again } }
            lands: checking
          - check: { exit: 0, delete: out.txt }
            lands: looking
          - human: {}
            lands: done
          - human: {}
            stays: true
      - scenario: an exit that is not what came
        run: true
        at: checking
        given: { check.sh: "echo so it is; exit 3" }
        steps:
          - check: { exit: 0 }
            lands: looking
      """
    When I run "gtd test"
    Then it exits with 1
    And stdout contains "1 scenario passed, 1 failed"
    And stdout contains 'the script of "checking" ended with 3, not with 0; it printed:'
    And stdout contains "so it is"
    And nothing changed

  Scenario: The bundled workflow is tested by its own scenarios
    When I run "gtd test --workflow default --coverage-min 100"
    Then it succeeds
    And stdout contains "(100 %)"
    And nothing changed

  Scenario: Another workflow is tested beside a configuration that is trusted
    Given nothing is trusted
    When I run "gtd trust && gtd test --workflow default"
    Then it succeeds
    And stdout contains "(100 %)"
    When I run "gtd test --workflow nowhere.yaml"
    Then it exits with 2
    And stderr contains "gtd test --workflow default"

  Scenario: What an edited workflow would have done with the turns of a branch
    When a human writes "notes.md" as "greet"
    And these succeed:
      """
      gtd step
      """
    And the agent writes "src/a.txt" as "hello"
    And these succeed:
      """
      gtd step agent
      gtd run
      """
    When I run "gtd test --replay HEAD"
    Then it succeeds
    And stdout contains "3 turns decided again: 3 as before, 0 otherwise"
    When the human replaces "* src/**" by "* lib/**" in ".gtdrc.yaml"
    And I run "gtd test --replay HEAD"
    Then it exits with 1
    And stdout contains "gtd(agent): working → checking"
    And stdout contains 'no row of "working" answers it'
    And stdout contains "A src/a.txt"
    When I run "gtd test --replay HEAD --json"
    Then it exits with 1
    And json "differing.0.was" is "checking"
    And json "turns" is 3
    When I run "gtd test --replay nowhere..HEAD"
    Then it exits with 2
    And stderr contains "nowhere..HEAD"

  Scenario: A squash is opened, where its turns are kept
    When a human writes "notes.md" as "greet"
    And these succeed:
      """
      gtd step
      """
    And the agent writes "src/a.txt" as "hello"
    And these succeed:
      """
      gtd step agent
      gtd run
      gtd step
      """
    When I run "gtd test --replay HEAD~1..HEAD"
    Then it succeeds
    And stdout contains "3 turns decided again: 3 as before, 0 otherwise"

  Scenario: What runs commands is trusted before it runs, what is only played is not
    Given the file "own.yaml" with:
      """
      - scenario: a
        run: true
        vars: {}
        steps: [{ human: { write: { notes.md: x } }, lands: working }]
      """
    And the file "pure.yaml" with:
      """
      - scenario: a
        steps: [{ human: { write: { notes.md: x } }, lands: working }]
      """
    And nothing is trusted
    And these succeed:
      """
      gtd trust
      gtd test pure.yaml
      """
    When I run "gtd test own.yaml"
    Then it exits with 7
    And stderr contains "own.yaml"
    And stderr contains "GTD_TRUST=1 gtd test"
    When I run "gtd test own.yaml --replay HEAD"
    Then it exits with 2

  Scenario: Without a configuration the scenarios beside its place are played, of the bundled workflow
    Given a repository
    And the file ".gtdrc.scenarios.yaml" with:
      """
      - scenario: red goes to the wrong place
        at: checking
        steps:
          - check: { exit: 1 }
            lands: vetting
      """
    When I run "gtd test"
    Then it exits with 1
    And it says ".gtdrc.scenarios.yaml:5"
