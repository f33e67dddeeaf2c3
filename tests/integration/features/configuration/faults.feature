Feature: A fault in the configuration is shown with its place and what to write instead

  Background:
    Given a repository

  Scenario: An unquoted pattern gets a hint to quote it
    Given the configuration ".gtdrc.yaml":
      """
      workflow:
        states:
          idle:
            actor: human
            initial: true
            message: hello
            on:
              * **: idle
      """
    When I run "gtd status"
    Then it exits with 7
    And stderr contains ".gtdrc.yaml:8"
    And stderr contains "^"
    And stderr matches "quote|quotes"
    And nothing changed

  Scenario: An unquoted signal gets the same hint
    Given the configuration ".gtdrc.yaml":
      """
      workflow:
        states:
          idle:
            actor: check
            initial: true
            script: "true"
            on:
              @passed: idle
      """
    When I run "gtd step"
    Then it exits with 7
    And stderr contains ".gtdrc.yaml:8"
    And stderr matches "quote|quotes"
    And nothing changed

  Scenario: Duplicate keys name both places
    Given the configuration ".gtdrc.yaml":
      """
      vars:
        testCommand: make
        testCommand: npm test
      """
    When I run "gtd status"
    Then it exits with 7
    And stderr contains "testCommand"
    And stderr contains ":3:"
    And stderr matches "\b2\b"
    And nothing changed

  Scenario: A BOM is fine
    Given the file ".gtdrc.yaml" with the bytes "\u00ef\u00bb\u00bflimits:\n  turns: 5\n"
    When I run "gtd status"
    Then it exits with 0

  Scenario: CRLF is fine
    Given the file ".gtdrc.yaml" with the bytes "limits:\r\n  turns: 5\r\n"
    When I run "gtd status"
    Then it exits with 0

  Scenario Outline: A wrong type says what was expected
    Given the configuration ".gtdrc.yaml":
      """
      <line>
      """
    When I run "gtd status"
    Then it exits with 7
    And stderr contains ".gtdrc.yaml:1"
    And stderr contains "<word>"
    And nothing changed

    Examples:
      | line                        | word       |
      | vars: 3                     | vars       |
      | limits: { turns: many }     | turns      |
      | limits: { turns: -1 }       | turns      |
      | permission: all             | permission |
      | vars: { testCommand: [a] }  | testCommand |
      | timeouts: { idle: soon }    | idle       |

  Scenario Outline: An unknown key gets a suggestion
    Given the configuration ".gtdrc.yaml":
      """
      <line>
      """
    When I run "gtd status"
    Then it exits with 7
    And stderr contains "<suggestion>"
    And nothing changed

    Examples:
      | line               | suggestion |
      | varz: {}           | vars       |
      | limits: { turn: 3 } | turns     |
      | workflow: defualt  | default    |

  Scenario: An unknown state gets a suggestion
    Given the configuration ".gtdrc.yaml":
      """
      workflow:
        states:
          idle:
            actor: human
            initial: true
            message: hello
            on:
              "* **": wroking
          working:
            actor: agent
            prompt: work
            on:
              "* **": idle
      """
    When I run "gtd status"
    Then it exits with 7
    And stderr contains "wroking"
    And stderr contains "did you mean"
    And stderr contains "working"
    And stderr contains ".gtdrc.yaml:8"
    And nothing changed

  Scenario: A misspelt property of a state gets a suggestion
    Given the configuration ".gtdrc.yaml":
      """
      workflow:
        states:
          idle:
            actor: human
            initial: true
            mesage: hello
      """
    When I run "gtd status"
    Then it exits with 7
    And stderr contains "did you mean"
    And stderr contains "message"
    And stderr contains ".gtdrc.yaml:6"

  Scenario: Shape errors do not hide wrong targets: all are reported in one run, in order
    Given the configuration ".gtdrc.yaml":
      """
      varz: {}
      workflow:
        states:
          idle:
            actor: human
            initial: true
            message: hello
            on:
              "* **": nowhere
              "X foo": idle
      """
    When I run "gtd status"
    Then it exits with 7
    And stderr matches "\.gtdrc\.yaml:1:1[\s\S]*\.gtdrc\.yaml:9[\s\S]*\.gtdrc\.yaml:10"

  Scenario Outline: Odd documents have defined behaviour
    Given the file ".gtdrc.yaml" with the bytes "<bytes>"
    When I run "gtd status"
    Then it exits with <code>

    Examples:
      | bytes                              | code |
      |                                    | 0    |
      | null\\n                            | 0    |
      | # only a comment\\n                | 0    |
      | - a list\\n                        | 7    |
      | just text\\n                       | 7    |
      | %YAML 1.1\\n---\\nlimits: {}\\n    | 7    |
      | limits:\\n\\tturns: 5\\n           | 7    |
      | limits: { turns: 5\\n              | 7    |
      | x: &a {}\\ny: *a\\n                | 7    |

  Scenario: JSON is YAML
    Given the configuration ".gtdrc":
      """
      {"limits": {"turns": 5}}
      """
    When I run "gtd status"
    Then it exits with 0

  Scenario: Two files of these names in one directory
    Given the configuration ".gtdrc.yaml":
      """
      limits: { turns: 5 }
      """
    And the configuration "gtd.config.json":
      """
      { "limits": { "turns": 6 } }
      """
    When I run "gtd status"
    Then it exits with 7
    And stderr contains ".gtdrc.yaml"
    And stderr contains "gtd.config.json"

  Scenario: A template that does not compile is found before anything runs
    Given the configuration ".gtdrc.yaml":
      """
      workflow:
        states:
          idle:
            actor: human
            initial: true
            message: "hello <%= it.vars.x"
      """
    When I run "gtd status"
    Then it exits with 7
    And stderr contains ".gtdrc.yaml:6"
    And nothing changed

  Scenario: A variable that nobody declared is found before anything runs
    Given the configuration ".gtdrc.yaml":
      """
      vars: { name: x }
      workflow:
        states:
          idle:
            actor: human
            initial: true
            message: "hello <%= it.vars.nmae %>"
      """
    When I run "gtd status"
    Then it exits with 7
    And stderr contains "nmae"
    And nothing changed

  Scenario: A template that throws says which and why
    Given the configuration ".gtdrc.yaml":
      """
      workflow:
        states:
          idle:
            actor: human
            initial: true
            message: "hello <%= it.read('none.md') %>"
            on: { "* **": idle }
      """
    When I run "gtd next"
    Then it exits with 7
    And stderr contains "none.md"
    And stderr contains "idle"
    And nothing changed
    When I run "gtd next --json"
    Then it exits with 7
    And json "state" is "error"

  Scenario: A commit message whose template throws refuses the squash and loses nothing
    Given the configuration ".gtdrc.yaml":
      """
      workflow:
        states:
          idle:
            actor: human
            initial: true
            message: hello
            on: { "* **": done }
          done:
            commit: "<%= it.read('none.md') %>"
      """
    And everything is committed as "chore: workflow"
    When a human writes "a.txt" as "1"
    And I run "gtd step"
    Then it exits with 1
    And stderr contains "none.md"
    And nothing changed

  Scenario Outline: A workflow that is not whole
    Given the configuration ".gtdrc.yaml":
      """
      workflow:
        states:
          idle: { actor: human, initial: true, message: hello, on: { "* **": next } }
          next: <state>
      """
    When I run "gtd status"
    Then it exits with 7
    And stderr contains ".gtdrc.yaml:4"
    And stderr contains "next"

    Examples:
      | state                                                            |
      | { message: hello }                                               |
      | { actor: human }                                                 |
      | { actor: human, message: a, prompt: b }                          |
      | { actor: human, initial: true, message: a }                      |
      | { actor: human, commit: x }                                      |
      | { commit: x, on: { "* **": idle } }                              |
      | { actor: human, message: a, mode: qa }                           |
      | { actor: human, message: a, file: x, mode: poetry }              |
      | { actor: human, message: a, on: { "Q x": idle } }                |
      | { actor: human, message: a, retry: { max: 1, otherwise: none } } |
      | { actor: human, message: a, retry: { max: x, otherwise: idle } } |
      | { actor: human, message: ./none.md }                             |
      | { actor: human, message: a, on: { "C & A x": idle } }            |
      | { actor: human, message: a, on: { "A [x": idle } }               |

  Scenario: A state that nothing leads to
    Given the configuration ".gtdrc.yaml":
      """
      workflow:
        states:
          idle: { actor: human, initial: true, message: hello, on: { "* **": idle } }
          lost: { actor: human, message: hello }
      """
    When I run "gtd status"
    Then it exits with 7
    And stderr contains "lost"

  Scenario: Findings under --json are one document
    Given the configuration ".gtdrc.yaml":
      """
      varz: {}
      """
    When I run "gtd status --json"
    Then it exits with 7
    And stdout is one line of JSON
    And json "state" is "error"
    And json "code" is "invalid-config"
    And stderr contains "varz"

  Scenario: Control characters in a name do not reach the terminal
    Given the configuration ".gtdrc.yaml":
      """
      "bad\e[31mname": {}
      """
    When I run "gtd status"
    Then it exits with 7
    And stderr does not contain "\u001b["
