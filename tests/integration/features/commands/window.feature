Feature: The review window shows the process as uncommitted changes

  Background:
    Given a repository with the workflow:
      """
      workflow:
        states:
          idle:
            actor: human
            initial: true
            message: hello
            on: { "* **": working }
          working:
            actor: agent
            prompt: work
            on: { "* **": looking }
          looking:
            actor: human
            message: look
            window: true
            on:
              "D README.md": { refuse: "The readme stays." }
              "C": done
              "* **": working
          done:
            commit: "feat: work"
      """
    And the turns:
      | gtd(human): idle → working | a.txt | 1 |

  Scenario: Entering a window state opens it
    When the agent writes "b.txt" as "2"
    And I run "gtd step agent"
    Then it exits with 0
    And status says the state is "looking"
    And pending are:
      | a.txt |
      | b.txt |
    And HEAD is on "HEAD"
    And git "log -1 --format=%s main" says "gtd(agent): working → looking"

  Scenario: gtd reads through it
    When the agent writes "b.txt" as "2"
    And I run "gtd step agent"
    And I run "gtd status --json"
    Then json "changes" is []
    And json "window" is there
    And nothing changed
    When the reviewer writes "a.txt" as "better"
    And I run "gtd status --json"
    Then json "changes" is [{"status":"M","path":"a.txt","pattern":"* **"}]
    And nothing changed

  Scenario: What the reviewer changes is the turn, and the window is closed
    When the agent writes "b.txt" as "2"
    And I run "gtd step agent"
    And the reviewer writes "a.txt" as "better"
    And I run "gtd step"
    Then it exits with 0
    And HEAD is on "main"
    And the last subject is "gtd(human): looking → working"
    And the working tree is clean
    And git "diff --name-only HEAD~1" says "a.txt"

  Scenario: A refused step leaves it open
    When the agent writes "b.txt" as "2"
    And I run "gtd step agent"
    And the reviewer deletes "README.md"
    And I run "gtd step"
    Then it exits with 1
    And nothing changed
    And HEAD is on "HEAD"

  Scenario: A clean step signs off
    When the agent writes "b.txt" as "2"
    And I run "gtd step agent"
    And I run "gtd step"
    Then it exits with 0
    And HEAD is on "main"
    And the subjects are:
      """
      chore: begin
      feat: work
      """
    And the working tree is clean

  Scenario: By hand
    When the agent writes "b.txt" as "2"
    And I run "gtd step agent"
    And I run "gtd window close"
    Then it exits with 0
    And HEAD is on "main"
    And the working tree is clean
    When I run "gtd window open"
    Then it exits with 0
    And pending are:
      | a.txt |
      | b.txt |

  Scenario: A commit made by hand inside is kept and pending after the close
    When the agent writes "b.txt" as "2"
    And I run "gtd step agent"
    And I run "echo x >c.txt; git add c.txt; git commit -qm 'by hand'; gtd window close"
    Then it exits with 0
    And HEAD is on "main"
    And pending are:
      | c.txt |

  Scenario: A branch that moved meanwhile is refused with the way out
    When the agent writes "b.txt" as "2"
    And I run "gtd step agent"
    And I run "git update-ref refs/heads/main main~1; echo y >a.txt; gtd step"
    Then it exits with 6
    And stderr contains "gtd: "
    And stderr matches "git |gtd "

  Scenario: By hand at a state that has none, and closed again
    When I run "gtd window open"
    Then it exits with 0
    And pending are:
      | a.txt |
    When I run "gtd window open"
    Then it exits with 0
    And nothing changed
    When I run "gtd window close"
    Then it exits with 0
    And HEAD is on "main"
    And the working tree is clean
    When I run "gtd window close"
    Then it exits with 0
    And nothing changed

  Scenario: Neither open nor close
    When I run "gtd window shut"
    Then it exits with 2
    And nothing changed

  Scenario: Undo out of the window
    When the agent writes "b.txt" as "2"
    And I run "gtd step agent"
    And I run "gtd undo"
    Then it exits with 0
    And HEAD is on "main"
    And status says the state is "working"
    And pending are:
      | b.txt |

  Scenario: Closed although the configuration is broken
    When the agent writes "b.txt" as "2"
    And I run "gtd step agent"
    And the reviewer writes ".gtdrc.yaml" as "nonsense: yes"
    And I run "gtd window close"
    Then it exits with 0
    And HEAD is on "main"
    And pending are:
      | .gtdrc.yaml |

  Scenario: Undo back to the review says how to see it
    When the agent writes "b.txt" as "2"
    And I run "gtd step agent"
    And the reviewer writes "a.txt" as "better"
    And I run "gtd step"
    And I run "gtd undo"
    Then it exits with 0
    And stdout contains "gtd window open"
    When I run "gtd status"
    Then stdout contains "gtd window open"
    When I run "gtd window open"
    And I run "gtd status"
    Then stdout does not contain "gtd window open"
    And pending are:
      | a.txt |
      | b.txt |

  Scenario: Nothing is shown where nothing is under way
    When I run "gtd abandon"
    And I run "gtd window open"
    Then it exits with 1
    And nothing changed
