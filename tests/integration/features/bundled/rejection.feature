Feature: A rejection is worked off

  Background:
    Given a repository with the bundled workflow
    And a cycle that rests at "vetting"

  Scenario: Rejected, worked off, tested, judged again, approved
    When the agent writes ".gtd/VERDICT.md" with:
      """
      Verdict: reject

      - `src/greet.txt`: the name is missing, the package asks for it.
      """
    And I run "gtd step agent"
    Then the last subject is "gtd(agent): vetting → addressing"
    When I run "gtd next"
    Then stdout contains ".gtd/VERDICT.md"
    When the agent writes "src/greet.txt" as "hello Ada"
    And I run "gtd step agent"
    Then the last subject is "gtd(agent): addressing → checking"
    When I run "gtd run"
    Then the last subject is "gtd(check): checking → vetting"
    And the file ".gtd/VERDICT.md" does not exist
    When the agent writes ".gtd/VERDICT.md" as "Verdict: approve"
    And I run "gtd step agent"
    Then the last subject is "gtd(agent): vetting → picking"

  Scenario: A silent agent approves nothing
    When I run "gtd step agent"
    Then it exits with 0
    And nothing changed
    And status says the state is "vetting"

  Scenario Outline: Nothing but a verdict approves
    When the agent writes ".gtd/VERDICT.md" as "<text>"
    And I run "gtd step agent"
    Then it exits with 1
    And nothing changed

    Examples:
      | text                        |
      | Looks good to me.           |
      | Verdict: maybe              |
      | Verdict: reject             |
      | The Verdict: approve        |

  Scenario: A judge that changes anything else is refused
    When the agent writes ".gtd/VERDICT.md" as "Verdict: approve"
    And the agent writes "src/greet.txt" as "better"
    And I run "gtd step agent"
    Then it exits with 1
    And stderr contains "A judge changes nothing but the verdict."
    And nothing changed

  Scenario: A rejection on which nothing is done does not go on
    When the agent writes ".gtd/VERDICT.md" with:
      """
      Verdict: reject

      - `src/greet.txt`: wrong.
      """
    And I run "gtd step agent"
    And the agent writes ".gtd/VERDICT.md" as "Verdict: approve"
    And I run "gtd step agent"
    Then it exits with 1
    And nothing changed

  Scenario: Rejected again and again, a human decides
    When these succeed:
      """
      printf 'Verdict: reject\n\n- `a`: wrong.\n' >.gtd/VERDICT.md; gtd step agent
      echo 1 >src/greet.txt; gtd step agent
      gtd run
      printf 'Verdict: reject\n\n- `a`: wrong.\n' >.gtd/VERDICT.md; gtd step agent
      echo 2 >src/greet.txt; gtd step agent
      gtd run
      printf 'Verdict: reject\n\n- `a`: wrong.\n' >.gtd/VERDICT.md; gtd step agent
      echo 3 >src/greet.txt; gtd step agent
      gtd run
      """
    Then the last subject is "gtd(check): checking → escalate"
    When I run "gtd next"
    Then it exits with 0
    And stdout contains "git show"
    When a human deletes ".gtd/packages/01-greet.md"
    And I run "gtd step"
    Then the last subject is "gtd(human): escalate → skipping"
