Feature: Commits that are no turns do not lose a process

  Background:
    Given a repository with the small workflow
    And the turns:
      | gtd(human): idle → working | notes.md | add a calculator |
    And I remember HEAD as "turn"
    And the files:
      | src/a.txt | 1 |
    And everything is committed as "wip: by the agent itself"
    And the files:
      | src/b.txt | 2 |
    And everything is committed as "wip: and once more"
    And I remember HEAD as "foreign"

  Scenario: Status reads through them and counts them
    When I run "gtd status --json"
    Then it exits with 0
    And json "state" is "working"
    And json "foreign" is 2
    And json "foreignCommits.0.subject" is "wip: and once more"
    And nothing changed
    When I run "gtd status"
    Then stdout contains "2 commits not made by gtd on top"
    And stdout contains "wip: by the agent itself"

  Scenario: A step is refused and names the ways out
    When the agent writes "src/c.txt" as "3"
    And I run "gtd step agent"
    Then it exits with 6
    And stderr contains "gtd adopt"
    And stderr contains "gtd abandon --keep-commits"
    And nothing changed

  Scenario: Adopt makes them pending changes of the turn
    When I run "gtd adopt"
    Then it exits with 0
    And HEAD is "turn"
    And HEAD is on "main"
    And pending are:
      | src/a.txt |
      | src/b.txt |
    When I run "gtd step agent"
    Then it exits with 0
    And the last subject is "gtd(agent): working → checking"
    And the last commit holds:
      | .gtdrc.yaml |
      | README.md   |
      | check.sh    |
      | notes.md    |
      | src/a.txt   |
      | src/b.txt   |

  Scenario: What was adopted stays reachable
    When I run "gtd adopt"
    Then git "for-each-ref" contains "refs/worktree/gtd/adopted"

  Scenario: Nothing to adopt is said
    When I run "gtd adopt"
    And I run "gtd adopt"
    Then it exits with 1
    And stderr contains "no foreign commits"
    And nothing changed

  Scenario: A merge among them is refused
    When these succeed:
      """
      git checkout -q -b side HEAD~1
      git commit -q --allow-empty -m side
      git checkout -q main
      git merge -q --no-ff -m merge side
      """
    And I run "gtd adopt"
    Then it exits with 6
    And nothing changed

  Scenario: Abandon with its commits kept ends the process
    When I run "gtd abandon --keep-commits"
    Then it exits with 0
    And status says the state is "idle"
    And git "log --format=%s" contains "wip: and once more"
    And the working tree is clean
    And the file "src/b.txt" exists

  Scenario: Commits above a finished process are just history
    When these succeed:
      """
      gtd adopt
      gtd step agent
      gtd step check --exit 0
      gtd step
      git commit -q --allow-empty -m 'docs: by hand'
      """
    And I run "gtd status --json"
    Then json "state" is "idle"
    And json "foreign" is absent
