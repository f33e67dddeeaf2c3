Feature: A workflow of one's own may use every property

  Scenario: Retry sends on when a state was entered often enough, counted since another
    Given a repository with the workflow:
      """
      workflow:
        vars: { tries: 2 }
        states:
          idle: { actor: human, initial: true, message: go, on: { "* **": work } }
          work:
            actor: agent
            prompt: "try <%= it.visits('work') %>"
            retry: { max: "<%= it.vars.tries %>", otherwise: help, since: [help, idle] }
            on: { "* **": check }
          check: { actor: check, script: "false", on: { "@failed": work, "@passed": idle, "@missing": { refuse: no }, "@timeout": { refuse: no } } }
          help: { actor: human, message: help, on: { "* **": work } }
      """
    When these succeed:
      """
      echo 1 >a; gtd step
      echo 2 >a; gtd step agent
      gtd run
      echo 3 >a; gtd step agent
      gtd run
      """
    Then the last subject is "gtd(check): check → help"
    When I run "echo 4 >a; gtd step"
    Then the last subject is "gtd(human): help → work"
    When I run "gtd next"
    Then stdout contains "try 3"

  Scenario: The environment may say how often, but only in whole numbers
    Given a repository with the workflow:
      """
      workflow:
        vars: { tries: 2 }
        states:
          idle: { actor: human, initial: true, message: go, on: { "* **": work } }
          work: { actor: agent, prompt: work, retry: { max: "<%= it.vars.tries %>", otherwise: idle }, on: { "* **": work } }
      """
    When a human writes "a" as "1"
    And I run "GTD_TRIES=0 gtd status --json"
    Then it exits with 0
    And json "next.target" is "idle"
    When I run "GTD_TRIES=often gtd status"
    Then it exits with 7
    And stderr contains "often"

  Scenario: Rows may be made and removed by variables
    Given a repository with the workflow:
      """
      workflow:
        vars: { dir: docs, strict: "" }
        states:
          idle:
            actor: human
            initial: true
            message: go
            on:
              "<% if (it.vars.strict) { %>* **<% } %>": { refuse: "strict" }
              "A <%= it.vars.dir %>/**": written
          written: { actor: human, message: ok, on: { "* **": idle } }
      """
    When a human writes "docs/a" as "1"
    And I run "gtd status --json"
    Then json "next.pattern" is "A docs/**"
    When I run "GTD_STRICT=1 gtd step"
    Then it exits with 1
    And stderr contains "strict"

  Scenario: The tree may be asked for as the turn would leave it
    Given a repository with the workflow:
      """
      workflow:
        states:
          idle:
            actor: human
            initial: true
            message: go
            on:
              "* ** & N need.txt": { refuse: "need.txt is missing" }
              "only A src/** ! src/gen/** & E need.txt": ready
              "* **": { refuse: "only new files under src" }
          ready: { actor: human, message: ok, on: { "* **": idle } }
      """
    When a human writes "src/a" as "1"
    And I run "gtd step"
    Then it exits with 1
    And stderr contains "need.txt is missing"
    When a human writes "need.txt" as "1"
    And I run "gtd step"
    Then it exits with 1
    And stderr contains "only new files under src"
    When I run "git add need.txt; git commit -qm need; gtd step"
    Then it exits with 0
    And the last subject is "gtd(human): idle → ready"
    When I run "gtd abandon; mkdir src/gen; echo 1 >src/gen/b; gtd step"
    Then it exits with 1
    And stderr contains "only new files under src"

  Scenario: A declared mode formats, validates and gives signals by commands
    Given a repository with the workflow:
      """
      workflow:
        modes:
          adr:
            format: "sed -i 's/  */ /g' <%= it.file %>"
            validate: "grep -q Status: <%= it.file %> || { echo '1: a status is missing'; exit 1; }"
            signals: "grep -q 'Status: accepted' <%= it.file %> && echo accepted; true"
        states:
          idle: { actor: human, initial: true, message: go, file: "docs/my adr.md", mode: adr, on: { "@accepted": taken, "* **": draft } }
          draft: { actor: human, message: more, file: "docs/my adr.md", mode: adr, on: { "@accepted": taken, "* **": draft } }
          taken: { actor: human, message: done, on: { "* **": idle } }
      """
    When a human writes "docs/my adr.md" as "no status"
    And I run "gtd step"
    Then it exits with 1
    And stderr contains "a status is missing"
    When a human writes "docs/my adr.md" as "Status:    draft"
    And I run "gtd step"
    Then it exits with 0
    And the last subject is "gtd(human): idle → draft"
    And the file "docs/my adr.md" contains "Status: draft"
    When a human writes "docs/my adr.md" as "Status: accepted"
    And I run "gtd step"
    Then it exits with 0
    And the last subject is "gtd(human): draft → taken"

  Scenario: A script over its time-out
    Given a repository with the workflow:
      """
      workflow:
        states:
          idle: { actor: human, initial: true, message: go, on: { "* **": slow } }
          slow: { actor: check, script: "sleep 30", timeout: 200ms, on: { "@timeout": late, "@passed": idle, "@failed": idle, "@missing": idle } }
          late: { actor: human, message: late, on: { "* **": idle } }
      """
    And the turns:
      | gtd(human): idle → slow | a | 1 |
    When I run "gtd run"
    Then it exits with 0
    And the last subject is "gtd(check): slow → late"
    And the last commit has the trailer "Gtd-Exit" matching "^timeout$"

  Scenario: A turn back at the start with nothing done leaves no trace
    Given a repository with the workflow:
      """
      workflow:
        states:
          idle: { actor: human, initial: true, message: go, on: { "* **": idle } }
          health: { actor: check, entry: health, script: "true", on: { "@passed": idle, "@failed": idle, "@missing": idle, "@timeout": idle } }
      """
    And I remember HEAD as "before"
    When these succeed:
      """
      gtd start health
      gtd run
      """
    Then HEAD is "before"
    And status says the state is "idle"

  Scenario: A commit state may write an empty commit
    Given a repository with the workflow:
      """
      workflow:
        states:
          idle: { actor: human, initial: true, message: go, on: { "* **": done } }
          done: { commit: "release: now", drop: ["go"], allowEmpty: true }
      """
    When a human writes "go" as "1"
    And I run "gtd step"
    Then it exits with 0
    And the last subject is "release: now"
    And there are 2 commits

  Scenario: Without allowEmpty nothing is written when nothing is left
    Given a repository with the workflow:
      """
      workflow:
        states:
          idle: { actor: human, initial: true, message: go, on: { "* **": wait } }
          wait: { actor: human, message: go, on: { C: done } }
          done: { commit: "release: now", drop: ["go"] }
      """
    And I remember HEAD as "before"
    When a human writes "go" as "1"
    And I run "gtd step"
    And I run "gtd step"
    Then it exits with 0
    And HEAD is "before"
    And the working tree is clean

  Scenario: States keep their order and may have any name
    Given a repository with the workflow:
      """
      workflow:
        states:
          "2": { actor: human, initial: true, message: two, on: { "* **": "1" } }
          "1": { actor: human, message: one, on: { "* **": constructor } }
          constructor: { actor: human, message: c, on: { "* **": "2" } }
      """
    When a human writes "a" as "1"
    And I run "gtd step"
    Then the last subject is "gtd(human): 2 → 1"
    When a human writes "a" as "2"
    And I run "gtd step"
    Then the last subject is "gtd(human): 1 → constructor"
    And status says the state is "constructor"

  Scenario: Values are quoted for the shell, and only there
    Given a repository with the workflow:
      """
      workflow:
        vars: { name: "it's; touch evil" }
        states:
          idle: { actor: human, initial: true, message: "say <%= it.vars.name %>", on: { "* **": print } }
          print: { actor: check, script: "printf '%s' <%= it.vars.name %> >said", on: { "@passed": idle, "@failed": idle, "@missing": idle, "@timeout": idle } }
      """
    When I run "gtd next"
    Then stdout contains "say it's; touch evil"
    When these succeed:
      """
      echo 1 >a; gtd step
      gtd run
      """
    Then the file "evil" does not exist
    And the file "said" contains "it's; touch evil"

  Scenario: Templates see the files, the tree, the diff and the visits
    Given a repository with the workflow:
      """
      workflow:
        states:
          idle: { actor: human, initial: true, message: go, on: { "* **": work } }
          work:
            actor: agent
            prompt: |
              <% for (const f of it.ls("docs/*.md")) { -%>
              file <%= f %>
              <% } -%>
              there: <%= it.exists("docs/a.md") %> <%= it.exists("docs/none.md") %>
              text: <%= it.read("docs/a.md") %>
              rows: <%= it.edges.map((e) => e.pattern + " to " + e.target).join(", ") %>
              <%= it.diff(it.start) %>
            on: { "* **": work }
      """
    When these succeed:
      """
      mkdir docs; echo alpha >docs/a.md; echo beta >docs/b.md
      gtd step
      """
    And I run "gtd next --json"
    Then it exits with 0
    And json "content" contains "file docs/a.md\nfile docs/b.md\nthere: true false\ntext: alpha"
    And json "content" contains "rows: * ** to work"
    And json "content" contains "+beta"

  Scenario Outline: Templates read nothing outside the working tree
    Given a repository with the workflow:
      """
      workflow:
        states:
          idle: { actor: human, initial: true, message: "<%= it.read('<path>') %>", on: { "* **": idle } }
      """
    And "link" links to "/etc"
    When I run "gtd next"
    Then it exits with 1
    And stderr contains "<path>"

    Examples:
      | path                |
      | ../gitconfig        |
      | /etc/passwd         |
      | .git/config         |
      | link/passwd         |
