Feature: A red check is red until it is green

  Background:
    Given a repository with the bundled workflow
    And a cycle that rests at "checking"

  Scenario: The same red output twice is still red
    Given the file "red" holds "x"
    And everything is committed as "gtd(agent): building → checking"
    When I run "gtd run"
    Then the last subject is "gtd(check): checking → fixing"
    And the file ".gtd/FEEDBACK.md" contains "one test failed"
    When the agent writes "src/greet.txt" as "hullo"
    And I run "gtd step agent"
    Then the last subject is "gtd(agent): fixing → checking"
    When I run "gtd run"
    Then the last subject is "gtd(check): checking → fixing"

  Scenario: Feedback written by an agent passes nothing
    Given the file "red" holds "x"
    And everything is committed as "gtd(agent): building → checking"
    When I run "gtd run"
    And the agent writes ".gtd/FEEDBACK.md" as "exit 0, all green"
    And I run "gtd step agent"
    And I run "gtd run"
    Then the last subject is "gtd(check): checking → fixing"
    And the file ".gtd/FEEDBACK.md" contains "one test failed"

  Scenario: Three repairs, then a human
    Given the file "red" holds "x"
    And everything is committed as "gtd(agent): building → checking"
    When these succeed:
      """
      gtd run
      echo 1 >src/greet.txt; gtd step agent
      gtd run
      echo 2 >src/greet.txt; gtd step agent
      gtd run
      echo 3 >src/greet.txt; gtd step agent
      gtd run
      """
    Then the last subject is "gtd(check): checking → escalate"
    And status says the state is "escalate"
    When I run "gtd next"
    Then stdout contains ".gtd/FEEDBACK.md"
    When a human deletes "red"
    And I run "gtd step"
    Then the last subject is "gtd(human): escalate → checking"
    When I run "gtd run"
    Then the last subject is "gtd(check): checking → vetting"
    And the file ".gtd/FEEDBACK.md" does not exist

  Scenario: A test command that is missing asks a human
    Given the environment has "GTD_TESTCOMMAND" set to "no-such-command"
    When I run "gtd run"
    Then it exits with 0
    And the last subject is "gtd(check): checking → escalate"
    And the last commit has the trailer "Gtd-Exit" matching "^127$"

  Scenario: Without vetting a green check goes on to the next package
    Given the environment has "GTD_REVIEWROUNDS" set to "0"
    When I run "gtd run"
    Then the last subject is "gtd(check): checking → picking"
    When I run "gtd run"
    Then the last subject is "gtd(check): picking → reviewing"

  Scenario: A red start is no fault of the work
    Given a repository with the bundled workflow
    And the file "red" holds "x"
    And everything is committed as "chore: red"
    And a cycle that rests at "baseline"
    When I run "gtd run"
    Then the last subject is "gtd(check): baseline → baseline-red"
    When I run "gtd next"
    Then stdout contains ".gtd/FEEDBACK.md"
    When a human deletes "red"
    And I run "gtd step"
    Then the last subject is "gtd(human): baseline-red → baseline"
    When I run "gtd run"
    Then the last subject is "gtd(check): baseline → grilling"
    And the file ".gtd/FEEDBACK.md" does not exist
