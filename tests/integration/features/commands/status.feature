Feature: gtd status says where the process stands and where a step would lead

  Background:
    Given a repository with the small workflow

  Scenario: Clean, at the start
    When I run "gtd status --json"
    Then it exits with 0
    And stdout is one line of JSON
    And json "state" is "idle"
    And json "actor" is "human"
    And json "changes" is []
    And json "signals" is []
    And json "next" is null
    And json "model" is absent
    And json "cost" is absent
    And nothing changed

  Scenario: Pending changes and the row that each matches
    When a human writes "notes.md" as "x"
    And a human writes "other.md" as "y"
    And I run "gtd status --json"
    Then it exits with 0
    And json "changes" is [{"status":"A","path":"notes.md","pattern":"AM notes.md"},{"status":"A","path":"other.md","pattern":null}]
    And json "next.target" is "working"
    And json "next.pattern" is "AM notes.md"
    And json "next.action" is "Hand the note over"
    And nothing changed

  Scenario: A step that would be refused
    Given the turns:
      | gtd(human): idle → working | notes.md | add a calculator |
    When the agent deletes "notes.md"
    And I run "gtd status --json"
    Then it exits with 0
    And json "state" is "working"
    And json "changes" is [{"status":"D","path":"notes.md","pattern":"D notes.md"}]
    And json "next.refuse" is "notes.md must stay until the work is done."
    And json "label" is "Working"

  Scenario: In words, from who is awaited to what to type next
    When a human writes "notes.md" as "x"
    And a human writes "other.md" as "y"
    And I run "gtd status"
    Then it exits with 0
    And stdout contains:
      """
      idle, waits for human
      pending:
        A  notes.md  AM notes.md
        A  other.md  (no row by itself)
      a step would go by AM notes.md → working
      what each row does:
        >  AM notes.md  → working  Hand the note over: The agent works on it.
      next:
        gtd       # take what is pending, and drive on
        gtd step  # take what is pending, no more
      """
    And nothing changed

  Scenario: Where the retries stand, what each row does then, and whether the file is valid
    Given a repository with the workflow:
      """
      workflow:
        states:
          idle: { actor: human, initial: true, message: hi, on: { "* **": building } }
          building: { actor: agent, prompt: Build., on: { "* **": judging } }
          judging:
            actor: human
            message: Judge.
            file: V.md
            mode: verdict
            on: { "@approve": idle, "@reject": { to: fixing, describe: It is worked over. } }
          fixing:
            actor: agent
            prompt: Fix.
            retry: { max: 1, otherwise: asking, since: [building] }
            on: { "* **": judging }
          asking: { actor: human, label: needs you, message: Help., on: { "* **": judging } }
      """
    And the turns:
      | gtd(human): idle → building    | a | 1 |
      | gtd(agent): building → judging | a | 2 |
      | gtd(human): judging → fixing   | b | 1 |
      | gtd(agent): fixing → judging   | a | 3 |
    When a human writes "V.md" as "Verdict: perhaps"
    And I run "gtd status"
    Then it exits with 0
    And stdout contains "file: V.md, invalid: line 1: "
    And stdout contains "@reject   → asking  instead of fixing, 1 of 1; It is worked over."
    And stdout contains "fixing  1 of 1  since building  then asking"
    And stdout contains "4 turns"
    And stdout contains "cost unknown"
    And stdout contains "gtd validate"
    And nothing changed
    When I run "gtd explain"
    Then it exits with 0
    And stdout contains 'answers this turn; "V.md" is invalid: line 1: '
    And nothing changed

  Scenario: What the process cost so far, by model
    Given the turns:
      | gtd(human): idle → working | notes.md | add a calculator |
    When the agent writes "src/a.txt" as "1"
    And I run "gtd step agent --cost 0.25 --model opus"
    And I run "gtd step check --exit 1"
    And the agent writes "src/a.txt" as "2"
    And I run "gtd step agent --cost 0.5 --model haiku"
    And I run "gtd status --json"
    Then json "cost" is 0.75
    And json "costByModel" is [{"model":"opus","cost":0.25},{"model":"haiku","cost":0.5}]

  Scenario: A state that the workflow no longer has
    Given the turns:
      | gtd(human): idle → dreaming | notes.md | add a calculator |
    When I run "gtd status"
    Then it exits with 0
    And it says "dreaming"
    And status says the state is "idle"

  Scenario: Outside a repository
    When I run "gtd status" in "/"
    Then it exits with 6
    And stderr contains "gtd: "
    And stderr contains "git init"

  Scenario: A failure under --json is one document too
    When I run "gtd status --json" in "/"
    Then it exits with 6
    And stdout is one line of JSON
    And json "state" is "error"
    And json "prompt" is there
    And json "code" is there
    And stderr contains "gtd: "

  Scenario: Output that cannot be written is said in a sentence
    When I run "gtd status >/dev/full"
    Then it exits with 6
    And stderr contains "the output could not be written"
    And stderr does not contain "    at "
    And nothing changed

  Scenario: A directory that is gone is said in a sentence
    When I run "mkdir gone && cd gone && rmdir ../gone && gtd status --json"
    Then it exits with 6
    And json "code" is "no-directory"
    And stderr does not contain "    at "
    And nothing changed
