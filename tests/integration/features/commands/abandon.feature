Feature: gtd abandon ends the process and keeps its changes; gtd restore brings it back

  Background:
    Given a repository with the small workflow
    And I remember HEAD as "start"
    And the turns:
      | gtd(human): idle → working     | notes.md  | add a calculator |
      | gtd(agent): working → checking | src/a.txt | 1                |
    And I remember HEAD as "tip"

  Scenario: Everything the process produced is pending
    When I run "gtd abandon --json"
    Then it exits with 0
    And stdout is one line of JSON
    And json "state" is "idle"
    And json "abandoned" is true
    And json "from" is there
    And json "head" is there
    And HEAD is "start"
    And HEAD is on "main"
    And pending are:
      | notes.md  |
      | src/a.txt |

  Scenario: It says how to undo itself
    When I run "gtd abandon"
    Then it exits with 0
    And it says "gtd restore"

  Scenario: Restore brings the turns back
    When I run "gtd abandon"
    And I run "git stash -u -q && gtd restore --json"
    Then it exits with 0
    And json "restored" is true
    And json "state" is "checking"
    And HEAD is "tip"
    And status says the state is "checking"

  Scenario: Restore needs no clean tree when what is pending is what it brings back
    When I run "gtd abandon"
    And I run "gtd restore"
    Then it exits with 0
    And HEAD is "tip"
    And the working tree is clean

  Scenario: Restore takes an abandon back to the byte, what was pending before and edited since included
    Given a human writes "notes.md" as "half a thought"
    When I run "gtd abandon"
    And a human writes "src/a.txt" as "edited since"
    And I run "gtd restore"
    Then it exits with 0
    And HEAD is "tip"
    And status says the state is "checking"
    And pending are:
      | notes.md  |
      | src/a.txt |
    And the file "notes.md" contains "half a thought"
    And the file "src/a.txt" contains "edited since"
    When I run "git reset -q $(git rev-parse HEAD~2)"
    Then HEAD is "start"
    And the file "src/a.txt" contains "edited since"

  Scenario: The way back from a restore touches no file that nobody committed
    When I run "gtd abandon"
    And I run "gtd restore"
    Then it says "to undo this: git reset "
    And stdout does not contain "--hard"

  Scenario: Restore refuses when the next sketch lies where a squash dropped the last one
    Given the turns:
      | gtd(check): checking → looking |
    When I run "gtd step"
    And a human writes "notes.md" as "the next idea"
    And I run "gtd restore"
    Then it exits with 1
    And stderr contains 'A "notes.md"'
    And stderr contains 'mv "notes.md" "notes.md.mine"'
    And nothing changed
    When I run "mv notes.md notes.md.mine && gtd restore"
    Then it exits with 0
    And it says "to undo this: git reset --keep "
    And status says the state is "looking"
    And the file "notes.md" contains "add a calculator"
    And the file "notes.md.mine" contains "the next idea"

  Scenario: A new file that the kept turns have no place for stays pending
    When I run "gtd abandon"
    And a human writes "idea.md" as "later"
    And I run "gtd restore"
    Then it exits with 0
    And HEAD is "tip"
    And pending are:
      | idea.md |
    And the file "idea.md" contains "later"

  Scenario: Pending changes of before are kept as they are
    When a human writes "src/a.txt" as "edited"
    And I run "gtd abandon"
    Then it exits with 0
    And the file "src/a.txt" contains "edited"
    And the file "notes.md" contains "add a calculator"

  Scenario: Nothing to abandon is a success that says so
    When I run "gtd abandon"
    And I run "gtd abandon --json"
    Then it exits with 0
    And json "abandoned" is false
    And nothing changed

  Scenario: Nothing kept to restore is refused
    When I run "gtd restore"
    Then it exits with 1
    And nothing changed

  Scenario: A sign-off is brought back turn by turn
    Given the turns:
      | gtd(check): checking → looking |
    And I remember HEAD as "signed"
    When I run "gtd step"
    Then the last subject is "feat: add a calculator"
    When I run "gtd restore"
    Then it exits with 0
    And HEAD is "signed"
    And status says the state is "looking"
    And the file "notes.md" contains "add a calculator"

  Scenario: Restore refuses when a commit would be lost
    Given the turns:
      | gtd(check): checking → looking |
    When I run "gtd step"
    And I run "git commit -q --allow-empty -m 'docs: more' && gtd restore"
    Then it exits with 1
    And stderr contains "gtd: "

  Scenario: A process that began at the root is abandoned to an unborn branch
    Given a repository with the small workflow
    When these succeed:
      """
      git update-ref -d HEAD
      echo x >notes.md
      gtd step
      gtd abandon
      """
    Then it exits with 0
    And the file "notes.md" exists
    And the file "README.md" exists
    When I run "git rev-parse --verify HEAD"
    Then it exits with 128
