Feature: gtd next says what the awaited actor has to do

  Background:
    Given a repository with the small workflow

  Scenario: At a message
    When I run "gtd next"
    Then it exits with 0
    And stdout contains "Write notes.md, then run gtd step."
    And nothing changed

  Scenario: At a message, as JSON
    When I run "gtd next --json"
    Then stdout is one line of JSON
    And json "state" is "idle"
    And json "actor" is "human"
    And json "kind" is "message"
    And json "content" contains "Write notes.md"
    And json "edges" is [{"pattern":"AM notes.md","target":"working","action":"Hand the note over","describe":"The agent works on it."}]
    And json "model" is absent
    And json "file" is absent

  Scenario: At a prompt the plain output ends with how to finish
    Given the turns:
      | gtd(human): idle → working | notes.md | add a calculator |
    When I run "gtd next"
    Then it exits with 0
    And stdout contains "Work on this note:\nadd a calculator"
    And stdout contains "gtd validate"
    And stdout contains "gtd step agent"
    And stdout contains "gtd next"
    And nothing changed

  Scenario: At a prompt, as JSON
    Given the turns:
      | gtd(human): idle → working | notes.md | add a calculator |
    When I run "gtd next --json"
    Then json "kind" is "prompt"
    And json "actor" is "agent"
    And json "model" is "smart"
    And json "memory" is "work"
    And json "label" is "Working"
    And json "content" contains "add a calculator"
    And json "edges" has 2 items
    And json "edges[0].refuse" is "notes.md must stay until the work is done."

  Scenario: At a script
    Given the turns:
      | gtd(human): idle → working     | notes.md  | add a calculator |
      | gtd(agent): working → checking | src/a.txt | 1                |
    When I run "gtd next --json"
    Then json "kind" is "script"
    And json "actor" is "check"
    And json "content" contains "sh ./check.sh"
