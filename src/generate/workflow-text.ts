/** The GitHub workflow that `init --ci` writes: it runs the suite and shows the result in the summary. */
export const WORKFLOW = `# Written by \`mcptest init --ci\`.
name: mcptest
on:
  push:
    branches: [main]
  pull_request:

permissions:
  contents: read

jobs:
  mcptest:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with:
          node-version: 22
      - run: >
          npx -y mcptest run
          --reporter github
          --reporter junit=mcptest-report/junit.xml
          --reporter json=mcptest-report/run.json
          --reporter md=mcptest-report/summary.md
      - if: always()
        run: cat mcptest-report/summary.md >> "$GITHUB_STEP_SUMMARY"
      - if: always()
        uses: actions/upload-artifact@v4
        with:
          name: mcptest-report
          path: mcptest-report
`;
