Feature: A rough code change is captured as part of the sketch

  Scenario: The change is taken back and stands in the plan as a diff
    Given a repository with the bundled workflow
    And the files:
      | src/a.txt | one |
    And everything is committed as "feat: a"
    When a human writes "src/a.txt" as "two"
    And a human writes "src/new file.txt" as "new"
    And a human writes ".gtd/TODO.md" as "Make it two."
    And I run "gtd step"
    And I run "gtd run"
    Then it exits with 0
    And the last subject is "gtd(check): capturing → baseline"
    And the working tree is clean
    And the file "src/a.txt" is:
      """
      one
      """
    And the file "src/new file.txt" does not exist
    And the file ".gtd/TODO.md" contains "Make it two."
    And the file ".gtd/TODO.md" contains "-one\n+two"
    And the file ".gtd/TODO.md" contains "+new"
    And git "show HEAD~1:src/a.txt" says "two"

  Scenario: A sketch without a word
    Given a repository with the bundled workflow
    When a human writes "src/a.txt" as "two"
    And I run "gtd step"
    And I run "gtd run"
    Then it exits with 0
    And the file "src/a.txt" does not exist
    And the file ".gtd/TODO.md" contains "+two"

  Scenario: Odd names survive
    Given a repository with the bundled workflow
    And the files:
      | with space   | 1 |
      | "quoted"     | 1 |
      | -rf          | 1 |
      | new\nline    | 1 |
      | 日本語       | 1 |
      | $(touch x)   | 1 |
    When I run "gtd step"
    And I run "gtd run"
    Then it exits with 0
    And the working tree is clean
    And the last commit holds:
      | .gtd/TODO.md |
      | .gtdrc.yaml  |
      | README.md    |
      | test.sh      |

  Scenario: A file that changed meanwhile makes it fail with nothing touched
    Given a repository with the bundled workflow
    When a human writes "src/a.txt" as "two"
    And I run "gtd step"
    And a human writes "src/a.txt" as "three"
    And I run "gtd run"
    Then it exits with 1
    And stderr contains "gtd undo"
    And nothing changed

  Scenario: The first turn of an empty repository is the sketch
    Given an empty repository
    And the environment has "GTD_TESTCOMMAND" set to "true"
    When a human writes "a.txt" as "1"
    And I run "gtd step"
    And I run "gtd run"
    Then it exits with 0
    And the last subject is "gtd(check): capturing → baseline"
    And the file "a.txt" exists
