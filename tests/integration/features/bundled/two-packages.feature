Feature: Packages are built one at a time, in the order of their names

  Scenario: Two packages
    Given a repository with the bundled workflow
    And a cycle that rests at "decomposing"
    When the agent writes ".gtd/packages/02-second.md" as "# Second"
    And the agent writes ".gtd/packages/01-first.md" as "# First"
    And I run "gtd step agent"
    Then the last subject is "gtd(agent): decomposing → picking"
    When I run "gtd run"
    Then the last subject is "gtd(check): picking → building"
    And the file ".gtd/NEXT.md" contains "01-first.md"
    When these succeed:
      """
      echo 1 >first.txt; gtd step agent
      gtd run
      echo 'Verdict: approve' >.gtd/VERDICT.md; gtd step agent
      gtd run
      """
    Then the last subject is "gtd(check): picking → building"
    And the file ".gtd/NEXT.md" contains "02-second.md"
    And the file ".gtd/packages/01-first.md" does not exist
    And the file ".gtd/packages/02-second.md" exists
    When these succeed:
      """
      echo 2 >second.txt; gtd step agent
      gtd run
      echo 'Verdict: approve' >.gtd/VERDICT.md; gtd step agent
      gtd run
      """
    Then the last subject is "gtd(check): picking → reviewing"
    And the file ".gtd/NEXT.md" does not exist
    And the file ".gtd/packages/02-second.md" does not exist

  Scenario: More packages than are allowed ask a human
    Given a repository with the bundled workflow
    And the environment has "GTD_MAXPACKAGES" set to "1"
    And a cycle that rests at "decomposing"
    When these succeed:
      """
      mkdir .gtd/packages; echo a >.gtd/packages/01.md; echo b >.gtd/packages/02.md; gtd step agent
      gtd run
      echo 1 >first.txt; gtd step agent
      gtd run
      echo 'Verdict: approve' >.gtd/VERDICT.md; gtd step agent
      """
    Then the last subject is "gtd(agent): vetting → escalate"
