Feature: gtd step captures the pending changes as one turn

  Background:
    Given a repository with the small workflow

  Scenario: A human's change becomes a commit that leads on
    When a human writes "notes.md" as "add a calculator"
    And I run "gtd step"
    Then it exits with 0
    And the last subject is "gtd(human): idle → working"
    And the working tree is clean
    And status says the state is "working"

  Scenario: The JSON says where the process rests and what was committed
    When a human writes "notes.md" as "add a calculator"
    And I run "gtd step --json"
    Then stdout is one line of JSON
    And json "state" is "working"
    And json "subject" is "gtd(human): idle → working"
    And json "from" is "idle"
    And json "to" is "working"

  Scenario: Nothing pending and no row for it stays, with exit 0 and no commit
    When I run "gtd step"
    Then it exits with 0
    And nothing changed
    When I run "gtd step --json"
    Then it exits with 0
    And json "state" is "idle"
    And json "subject" is null
    And nothing changed

  Scenario: A change that no row answers is refused and names the rows
    When a human writes "other.md" as "something else"
    And I run "gtd step"
    Then it exits with 1
    And stderr contains "AM notes.md"
    And nothing changed

  Scenario: A row that refuses says its sentence
    Given the turns:
      | gtd(human): idle → working | notes.md | add a calculator |
    When the agent deletes "notes.md"
    And I run "gtd step agent"
    Then it exits with 1
    And stderr contains "notes.md must stay until the work is done."
    And nothing changed

  Scenario: Out of turn is refused and names whose turn it is
    When a human writes "notes.md" as "add a calculator"
    And I run "gtd step agent"
    Then it exits with 1
    And stderr contains "agent"
    And stderr contains "human"
    And nothing changed

  Scenario: An actor that no state knows is refused
    When a human writes "notes.md" as "add a calculator"
    And I run "gtd step nobody"
    Then it exits with 1
    And nothing changed

  Scenario: A check is not stepped without its exit
    Given the turns:
      | gtd(human): idle → working     | notes.md  | add a calculator |
      | gtd(agent): working → checking | src/a.txt | 1                |
    When I run "gtd step check"
    Then it exits with 1
    And stderr contains "gtd run"
    And nothing changed

  Scenario Outline: The exit of a check that was run elsewhere decides
    Given the turns:
      | gtd(human): idle → working     | notes.md  | add a calculator |
      | gtd(agent): working → checking | src/a.txt | 1                |
    When I run "gtd step check --exit <exit>"
    Then it exits with 0
    And the last subject is "gtd(check): checking → <to>"
    And the last commit has the trailer "Gtd-Exit" matching "^<exit>$"

    Examples:
      | exit | to      |
      | 0    | looking |
      | 1    | working |
      | 2    | working |

  Scenario Outline: An exit whose row refuses changes nothing
    Given the turns:
      | gtd(human): idle → working     | notes.md  | add a calculator |
      | gtd(agent): working → checking | src/a.txt | 1                |
    When I run "gtd step check --exit <exit>"
    Then it exits with 1
    And stderr contains "<sentence>"
    And nothing changed

    Examples:
      | exit    | sentence                   |
      | 126     | The check cannot be run.   |
      | 127     | The check cannot be run.   |
      | timeout | The check takes too long.  |

  Scenario: Without the output the capture says so, with it the output is kept
    Given the turns:
      | gtd(human): idle → working     | notes.md  | add a calculator |
      | gtd(agent): working → checking | src/a.txt | 1                |
    When I run "gtd step check --exit 3"
    Then it exits with 0
    And the file "out.txt" contains "exit 3, no output recorded"
    When the agent writes "src/a.txt" as "2"
    And I run "gtd step agent"
    And I run "echo 'line 7 is wrong' >../log; gtd step check --exit 4 --output ../log"
    Then it exits with 0
    And the file "out.txt" contains "line 7 is wrong"
    And the file "out.txt" contains "4"
    When the agent writes "src/a.txt" as "3"
    And I run "gtd step agent"
    And I run "gtd step check --exit 0"
    Then it exits with 0
    And the file "out.txt" does not exist

  Scenario: What a turn cost is kept in trailers
    Given the turns:
      | gtd(human): idle → working | notes.md | add a calculator |
    When the agent writes "src/a.txt" as "1"
    And I run "gtd step agent --cost 0.25 --model opus --tokens 1200 --duration 3s --session abc --json"
    Then it exits with 0
    And json "cost" is 0.25
    And json "model" is "opus"
    And the last commit has the trailer "Gtd-Cost" matching "^0.25 opus$"
    And the last commit has the trailer "Gtd-Tokens" matching "1200"
    And the last commit has the trailer "Gtd-Session" matching "^abc$"

  Scenario: A model without a cost is a usage error
    When I run "gtd step --model opus"
    Then it exits with 2
    And stderr contains "--cost"
    And nothing changed

  Scenario Outline: Options that make no sense are usage errors
    When I run "gtd step <options>"
    Then it exits with 2
    And nothing changed

    Examples:
      | options       |
      | --cost much   |
      | --tokens -5   |
      | --tokens 1.5k |
      | --duration x  |
      | --duration 90 |
      | --exit maybe  |
      | --exit 256    |
      | --exit -1     |
      | human surplus |
      | --colour      |

  Scenario: A dry run says where the step would lead and changes nothing
    When a human writes "notes.md" as "add a calculator"
    And I run "gtd step --dry-run"
    Then it exits with 0
    And stdout contains "working"
    And nothing changed

  Scenario: An attempt is recorded and counts as no entry
    Given the turns:
      | gtd(human): idle → working | notes.md | add a calculator |
    When I run "gtd step agent --attempt"
    Then it exits with 0
    And the last subject is "gtd(agent): working"
    And the last commit has the trailer "Gtd-Attempt" matching "^1$"
    And status says the state is "working"

  Scenario: The last step squashes the process to one commit
    Given the turns:
      | gtd(human): idle → working      | notes.md  | add a calculator |
      | gtd(agent): working → checking  | src/a.txt | 1                |
      | gtd(check): checking → looking  |           |                  |
    When I run "gtd step --json"
    Then it exits with 0
    And json "state" is "idle"
    And json "subject" is "feat: add a calculator"
    And the subjects are:
      """
      chore: begin
      feat: add a calculator
      """
    And the last commit holds:
      | .gtdrc.yaml |
      | README.md   |
      | check.sh    |
      | src/a.txt   |
    And the working tree is clean
    And the file "notes.md" does not exist

  Scenario: A turn carries the hashes of what decided it
    When a human writes "notes.md" as "add a calculator"
    And I run "gtd step"
    Then the last commit has the trailer "Gtd-Workflow" matching "^[0-9a-f]{16,64}$"
    And the last commit has the trailer "Gtd-Config" matching "^[0-9a-f]{16,64}$"
