Feature: gtd drives the workflow until a human is needed

  Background:
    Given a repository with the bundled workflow

  Scenario: A whole cycle stops at the review only, and ends in one commit
    Given an agent that does:
      """
      grilling) printf '# Plan\n\nGreet.\n' >.gtd/TODO.md;;
      decomposing) mkdir -p .gtd/packages; echo '# A' >.gtd/packages/01-a.md; echo '# B' >.gtd/packages/02-b.md;;
      building) echo "built $(cat .gtd/NEXT.md)" >>work.txt;;
      vetting) echo 'Verdict: approve' >.gtd/VERDICT.md;;
      reviewing)
        base=$(sed -n 's/.*base: \([0-9a-f]*\).*/\1/p' "$HOME/prompt-reviewing" | head -1)
        printf '# Review: %.7s\n\n<!-- base: %s -->\n\n## Work\n\nWhy.\n\n- [ ] ./work.txt: all\n' "$base" "$base" >.gtd/REVIEW.md;;
      squashing) echo 'feat: work' >.gtd/COMMIT_MSG.md;;
      """
    When a human writes ".gtd/TODO.md" as "Greet."
    And I run "gtd"
    Then it exits with 0
    And status says the state is "await-review"
    And the agent was called at:
      """
      grilling
      decomposing
      building
      vetting
      building
      vetting
      reviewing
      """
    And the file "work.txt" is:
      """
      built .gtd/packages/01-a.md
      built .gtd/packages/02-b.md
      """
    When I run "gtd"
    Then it exits with 0
    And status says the state is "await-review"
    When the reviewer ticks every box in ".gtd/REVIEW.md"
    And I run "gtd loop"
    Then it exits with 0
    And the last subject is "feat: work"
    And the working tree is clean
    And status says the state is "idle"

  Scenario: A clean gate is never passed by itself, but on demand
    Given an agent that does:
      """
      grilling) printf '# Plan\n\n## Open Questions\n\n### Which?\n\n- [ ] A (recommended)\n- [ ] B\n- [ ] _your answer_\n' >.gtd/TODO.md;;
      decomposing) exit 3;;
      """
    When a human writes ".gtd/TODO.md" as "x"
    And I run "gtd"
    Then it exits with 0
    And status says the state is "answering"
    And the last subject is "gtd(agent): grilling → answering"
    When I run "gtd"
    Then it exits with 0
    And the last subject is "gtd(agent): grilling → answering"
    When I run "gtd loop --continue --once"
    Then it exits with 0
    And the last subject is "gtd(human): answering → decomposing"

  Scenario: A silent agent is recorded as an attempt, and twice in a row stops with 4
    Given an agent that does:
      """
      never) ;;
      """
    And a cycle that rests at "vetting"
    When I run "gtd"
    Then it exits with 4
    And status says the state is "vetting"
    And the agent was called at:
      """
      vetting
      vetting
      """
    And the last subject is "gtd(agent): vetting"
    And the last commit has the trailer "Gtd-Attempt" matching "^1$"

  Scenario: A new loop grants one more try
    Given an agent that does:
      """
      never) ;;
      """
    And a cycle that rests at "vetting"
    When I run "gtd"
    And I run "gtd"
    Then it exits with 4
    And the agent was called at:
      """
      vetting
      vetting
      vetting
      """

  Scenario: An agent that fails is tried once more, then 5
    Given an agent that does:
      """
      building) echo half >half.txt; exit 3;;
      """
    And a cycle that rests at "building"
    When I run "gtd"
    Then it exits with 5
    And the file "half.txt" exists
    And the agent was called at:
      """
      building
      building
      """
    And the last subject is "gtd(check): picking → building"

  Scenario: A refusal is handed back once, in words
    Given an agent that does:
      """
      building) echo x >>.gtd/TODO.md;;
      """
    And a cycle that rests at "building"
    When I run "gtd"
    Then it exits with 1
    And the agent was called at:
      """
      building
      building
      """
    And the prompt of "building" contains "gtd's own files are not yours to change."

  Scenario: An invalid steering file is handed back three times, then 4
    Given an agent that does:
      """
      grilling) printf '# Plan\n\n## Open Questions\n\n### Which?\n' >.gtd/TODO.md;;
      """
    And a cycle that rests at "grilling"
    When I run "gtd"
    Then it exits with 4
    And the agent was called at:
      """
      grilling
      grilling
      grilling
      grilling
      """
    And the prompt of "grilling" contains "Which?"

  Scenario: What an agent committed itself becomes part of its turn
    Given an agent that does:
      """
      building) echo 1 >a.txt; git add a.txt; git commit -qm 'by the agent'; echo 2 >b.txt;;
      vetting) exit 3;;
      """
    And a cycle that rests at "building"
    When I run "gtd loop --once"
    Then it exits with 0
    And the last subject is "gtd(agent): building → checking"
    And git "show --name-only --format= HEAD" says "a.txt\nb.txt"

  Scenario: An agent that steps for itself is refused
    Given an agent that does:
      """
      building) echo 1 >a.txt; gtd step agent 2>"$HOME/said"; echo $? >>"$HOME/said";;
      vetting) exit 3;;
      """
    And a cycle that rests at "building"
    When I run "gtd loop --once"
    Then it exits with 0
    And the file "../said" contains "loop"
    And the last subject is "gtd(agent): building → checking"

  Scenario: A limit on turns stops with 3 and says how to go on
    Given an agent that does:
      """
      grilling) echo '# Plan' >.gtd/TODO.md;;
      """
    When a human writes ".gtd/TODO.md" as "x"
    And I run "gtd loop --max-turns 2"
    Then it exits with 3
    And it says "the limit of 2 turns is reached: gtd loop --max-turns 2 goes on"
    And status says the state is "baseline"

  Scenario: A dry run tells of what the human left first, as the loop takes that first
    When a human writes ".gtd/TODO.md" as "x"
    And I run "gtd loop --dry-run"
    Then it exits with 0
    And it says 'idle (human) would take what is pending'
    And it says 'would lead to "capturing"'
    And nothing changed
    When I run "gtd loop --dry-run --json"
    Then json "to" is "capturing"

  Scenario: An agent that is no program here is named, with the one that was meant
    Given a cycle that rests at "grilling"
    When I run "gtd loop --agent claud"
    Then it exits with 5
    And stderr contains 'there is no "claud" on PATH'
    And stderr contains 'did you mean "claude"?'
    And nothing changed
    When I run "gtd loop --agent ' '"
    Then it exits with 2
    And nothing changed

  Scenario: The configured limit bounds every loop
    Given the bundled workflow with:
      """
      limits: { turns: 3 }
      """
    When a human writes ".gtd/TODO.md" as "x"
    And I run "gtd"
    Then it exits with 3

  Scenario: Red for ever ends at a human, bounded by the retry cap
    Given an agent that does:
      """
      fixing) date +%N >>src/greet.txt;;
      """
    And a cycle that rests at "checking"
    And the file "red" holds "x"
    And everything is committed as "gtd(agent): building → checking"
    When I run "gtd"
    Then it exits with 0
    And status says the state is "escalate"
    And the agent was called at:
      """
      fixing
      fixing
      fixing
      """

  Scenario: Until a state
    Given an agent that does:
      """
      grilling) echo '# Plan' >.gtd/TODO.md;;
      """
    When a human writes ".gtd/TODO.md" as "x"
    And I run "gtd loop --until grilling"
    Then it exits with 0
    And status says the state is "grilling"

  Scenario: Exit codes for scripts tell a human gate from settled
    When I run "gtd loop --exit-code"
    Then it exits with 0
    Given a cycle that rests at "building"
    And the turns:
      | gtd(agent): building → blocked | .gtd/BLOCKED.md | why |
    When I run "gtd loop --exit-code"
    Then it exits with 10
    When I run "gtd loop"
    Then it exits with 0

  Scenario: Without an agent it says what to configure
    Given a cycle that rests at "building"
    When I run "gtd"
    Then it exits with 5
    And stderr contains "agent:"
    And nothing changed

  Scenario: The prompt comes by standard input and by file, with the state in the environment
    Given an agent that does:
      """
      building) cmp "$GTD_PROMPT_FILE" "$HOME/prompt-building" && echo "$GTD_ACTOR $GTD_FILE" >a.txt;;
      """
    And a cycle that rests at "building"
    When I run "gtd loop --once"
    Then it exits with 0
    And the file "a.txt" contains "agent .gtd/NEXT.md"

  Scenario: Models and sessions
    Given an agent that does:
      """
      building) echo "$GTD_MODEL" >model.txt;;
      """
    And the file ".gtdrc.yaml" with:
      """
      vars: { testCommand: sh ./test.sh }
      models: { base: small-one }
      agent: 'sh "$HOME/agent.sh"'
      """
    And everything is committed as "chore: models"
    And a cycle that rests at "building"
    When I run "gtd loop --once"
    Then it exits with 0
    And the file "model.txt" contains "small-one"
    And the last commit has the trailer "Gtd-Session" matching "^[0-9a-f-]{36}$"

  Scenario: Two loops in one worktree: the second is refused
    Given an agent that does:
      """
      building) [ -e a.txt ] || { echo x >a.txt; env -u GTD_WORKTREE gtd loop --once >"$HOME/said" 2>&1; echo "exit $?" >>"$HOME/said"; };;
      """
    And a cycle that rests at "building"
    When I run "gtd loop --once"
    Then it exits with 0
    And the file "../said" contains "exit 6"

  Scenario: A configuration that changes during the loop stops it
    Given a repository with the small workflow
    And an agent that does:
      """
      working) mkdir src; echo 1 >src/a; sed -i 's/^agent.*/agent: "touch evil"/' .gtdrc.yaml;;
      """
    And the environment has no "GTD_TRUST"
    When a human writes "notes.md" as "x"
    And I run "gtd trust && gtd"
    Then it exits with 7
    And stderr contains "gtd trust"
    And the file "evil" does not exist
    And git "log --format=%s" does not contain "checking → "

  Scenario: Events as JSON, one a line
    Given an agent that does:
      """
      building) echo 1 >a.txt;;
      """
    And a cycle that rests at "building"
    When I run "gtd loop --once --json"
    Then it exits with 0
    And stdout matches "^\{.*\"event\":\"beat\".*\}$"
    And stdout matches "^\{.*\"event\":\"turn\".*\}$"
    And stdout matches "^\{.*\"event\":\"halt\".*\}$"
