Feature: gtd run runs the resting script and steps with its exit

  Background:
    Given a repository with the small workflow
    And the turns:
      | gtd(human): idle → working     | notes.md  | add a calculator |
      | gtd(agent): working → checking | src/a.txt | 1                |

  Scenario: Green leads on
    When I run "gtd run --json"
    Then it exits with 0
    And json "state" is "looking"
    And json "subject" is "gtd(check): checking → looking"
    And the last commit has the trailer "Gtd-Exit" matching "^0$"
    And the last commit has the trailer "Gtd-Checked-Tree" matching "^[0-9a-f]{40}$"
    And the last commit has the trailer "Gtd-Signals" matching "passed"

  Scenario: Red writes the capture, which begins with the command and its exit
    Given the file "red" holds "x"
    When I run "gtd run"
    Then it exits with 0
    And the last subject is "gtd(check): checking → working"
    And the file "out.txt" contains "sh ./check.sh"
    And the file "out.txt" contains "one test failed"
    And the working tree is clean

  Scenario: Green removes the capture of the red run before
    Given the file "red" holds "x"
    When I run "gtd run"
    And the agent writes "src/a.txt" as "2"
    And the agent deletes "red"
    And I run "gtd step agent"
    And I run "gtd run"
    Then it exits with 0
    And the last subject is "gtd(check): checking → looking"
    And the file "out.txt" does not exist
    And the working tree is clean

  Scenario: The same red output twice is still red
    Given the file "red" holds "x"
    When I run "gtd run"
    And the agent writes "src/a.txt" as "2"
    And I run "gtd step agent"
    And I run "gtd run"
    Then it exits with 0
    And the last subject is "gtd(check): checking → working"

  Scenario: A command that does not exist is missing, whatever its text says
    Given the file "check.sh" with:
      """
      echo all tests passed
      no-such-command-anywhere
      """
    And everything is committed as "gtd(agent): working → checking"
    When I run "gtd run"
    Then it exits with 1
    And stderr contains "The check cannot be run."
    And nothing changed

  Scenario: A red script that says "passed" is red
    Given the file "check.sh" with:
      """
      echo "100 passed, 0 failed"
      exit 9
      """
    And everything is committed as "gtd(agent): working → checking"
    When I run "gtd run"
    Then it exits with 0
    And the last subject is "gtd(check): checking → working"
    And the last commit has the trailer "Gtd-Exit" matching "^9$"

  Scenario: Anywhere but at a script it refuses
    When I run "gtd run"
    And I run "gtd run"
    Then it exits with 1
    And stderr contains "looking"
    And nothing changed

  Scenario: The script gets the state, and none of git's variables
    Given the file "check.sh" with:
      """
      echo "state=$GTD_STATE actor=$GTD_ACTOR worktree=$GTD_WORKTREE dir=${GIT_DIR:-none}"
      exit 1
      """
    And everything is committed as "gtd(agent): working → checking"
    When I run "GIT_INDEX_FILE=/nowhere gtd run"
    Then it exits with 0
    And the file "out.txt" contains "state=checking actor=check"
    And the file "out.txt" contains "/repo/.git dir=none"

  Scenario: Control sequences do not reach the capture
    Given the file "check.sh" with:
      """
      printf '\033[31mred text\033[0m\n'
      exit 1
      """
    And everything is committed as "gtd(agent): working → checking"
    When I run "gtd run"
    Then the file "out.txt" contains "red text"
    And the file "out.txt" does not contain "[31m"

  Scenario: Long output keeps its head and its tail
    Given the file "check.sh" with:
      """
      echo FIRST
      i=0; while [ $i -lt 4000 ]; do echo "................................................ $i"; i=$((i+1)); done
      echo LAST
      exit 1
      """
    And everything is committed as "gtd(agent): working → checking"
    When I run "gtd run"
    Then it exits with 0
    And the file "out.txt" contains "FIRST"
    And the file "out.txt" contains "LAST"
    And the file "out.txt" does not contain " 2000\n"

  Scenario: Commands that change the process refuse inside a script's turn
    Given the file "check.sh" with:
      """
      for c in "step check --exit 0" run "start x" trust adopt undo abandon restore "window open"; do
        gtd $c >/dev/null 2>&1 && echo "$c was allowed"
      done
      gtd status >/dev/null || echo "status was not allowed"
      exit 1
      """
    And everything is committed as "gtd(agent): working → checking"
    When I run "gtd run"
    Then it exits with 0
    And the file "out.txt" does not contain "allowed"

  Scenario: Files that the script leaves are part of its turn
    Given the file "check.sh" with:
      """
      echo report >report.txt
      """
    And everything is committed as "gtd(agent): working → checking"
    When I run "gtd run"
    Then it exits with 0
    And the last subject is "gtd(check): checking → looking"
    And the working tree is clean

  Scenario Outline: What nobody committed of the capture is kept when the script's output takes its place
    Given the file "out.txt" holds "my notes"
    And the file "<red>" holds "x"
    When I run "gtd run"
    Then it exits with 0
    And the file ".git/gtd/replaced/575f2cdff6df-out.txt" is:
      """
      my notes
      """

    Examples:
      | red   |
      | red   |
      | other |
