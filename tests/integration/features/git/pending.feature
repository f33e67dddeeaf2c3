Feature: Pending is what differs by content, whatever the index says

  Background:
    Given a repository with the workflow:
      """
      workflow:
        states:
          idle: { actor: human, initial: true, message: go, on: { "* **": more } }
          more: { actor: human, message: go, on: { "* **": idle } }
      """
    And the files:
      | a.txt | 1 |
      | b.txt | 1 |
    And everything is committed as "feat: files"

  Scenario Outline: However a change lies in the index, it is the same change
    When I run "<command>"
    And I run "gtd status --json"
    Then json "changes" is <changes>

    Examples:
      | command                                          | changes                                             |
      | echo 2 >a.txt                                    | [{"status":"M","path":"a.txt","pattern":"* **"}]    |
      | echo 2 >a.txt; git add a.txt                     | [{"status":"M","path":"a.txt","pattern":"* **"}]    |
      | echo 2 >a.txt; git add a.txt; echo 3 >a.txt      | [{"status":"M","path":"a.txt","pattern":"* **"}]    |
      | echo 2 >a.txt; git add a.txt; echo 1 >a.txt      | []                                                  |
      | git rm -q --cached a.txt                         | []                                                  |
      | git rm -q --cached a.txt; echo 2 >a.txt          | [{"status":"M","path":"a.txt","pattern":"* **"}]    |
      | echo x >n; git add -N n                          | [{"status":"A","path":"n","pattern":"* **"}]        |
      | echo x >n; git add n; rm n                       | []                                                  |
      | rm a.txt                                         | [{"status":"D","path":"a.txt","pattern":"* **"}]    |
      | git rm -q a.txt                                  | [{"status":"D","path":"a.txt","pattern":"* **"}]    |
      | git rm -q a.txt; echo 1 >a.txt                   | []                                                  |
      | chmod +x a.txt                                   | [{"status":"M","path":"a.txt","pattern":"* **"}]    |
      | git mv a.txt c.txt                               | [{"status":"D","path":"a.txt","pattern":"* **"},{"status":"A","path":"c.txt","pattern":"* **"}] |
      | touch a.txt                                      | []                                                  |
      | echo 'n' >.gitignore; git add .gitignore; git commit -qm i; echo x >n | []                             |

  Scenario Outline: A step commits the content, whatever was staged
    When I run "<command>"
    And I run "gtd step"
    Then it exits with 0
    And the working tree is clean
    And git "show HEAD:a.txt" says "<content>"

    Examples:
      | command                                     | content |
      | echo 2 >a.txt                               | 2       |
      | echo 2 >a.txt; git add a.txt; echo 3 >a.txt | 3       |
      | git rm -q --cached a.txt; echo 2 >a.txt     | 2       |

  Scenario: A staged change that was undone is nothing to capture
    When I run "echo 2 >a.txt; git add a.txt; echo 1 >a.txt"
    And I run "gtd step"
    Then it exits with 0
    And there are 2 commits

  Scenario: Names with spaces, quotes, newlines, unicode and leading dashes
    Given the files:
      | with space        | 1 |
      | "quoted"          | 1 |
      | it's              | 1 |
      | línea/日本語.txt  | 1 |
      | -rf               | 1 |
      | --help            | 1 |
      | !bang             | 1 |
      | [brackets]        | 1 |
      | star*             | 1 |
      | back\\slash       | 1 |
      | new\nline         | 1 |
    When I run "gtd status --json"
    Then it exits with 0
    And json "changes" has 11 items
    And stdout contains "línea/日本語.txt"
    When I run "gtd status"
    Then it exits with 0
    When I run "gtd step"
    Then it exits with 0
    And the working tree is clean
    And the last commit holds:
      | .gtdrc.yaml      |
      | README.md        |
      | a.txt            |
      | b.txt            |
      | with space       |
      | "quoted"         |
      | it's             |
      | línea/日本語.txt |
      | -rf              |
      | --help           |
      | !bang            |
      | [brackets]       |
      | star*            |
      | back\\slash      |
      | new\nline        |
    When I run "gtd undo"
    Then it exits with 0
    When I run "gtd status --json"
    Then json "changes" has 11 items

  Scenario: A file that became a directory and the other way round
    When I run "rm a.txt; mkdir a.txt; echo x >a.txt/inner"
    And I run "gtd step"
    Then it exits with 0
    And the working tree is clean
    When I run "rm -r a.txt; echo 1 >a.txt; gtd step"
    Then it exits with 0
    And the working tree is clean

  Scenario: An untouched CRLF checkout is clean
    When I run "git config core.autocrlf true; rm a.txt; git checkout -q a.txt; gtd status --json"
    Then json "changes" is []

  Scenario: The user's index stays as it was when a step is refused
    Given a repository with the small workflow
    When I run "echo x >other.md; git add other.md; echo y >other.md; gtd step"
    Then it exits with 1
    And git "diff --cached --name-only" says "other.md"
    And git "show :other.md" says "x"
