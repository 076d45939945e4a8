/**
 * The GitHub workflow that `init --ci` writes: it installs what the project needs, runs the suite and shows the result
 * in the summary.
 */

interface Install {
  /** Files that tell how a project is installed, the surest first. */
  file: string;
  steps: string[];
}

const PYTHON = `      - uses: actions/setup-python@v5
        with:
          python-version: "3.x"`;

const run = (command: string): string => `      - run: ${command}`;

const NODE: Install[] = [
  { file: 'pnpm-lock.yaml', steps: [run('corepack enable && pnpm install --frozen-lockfile')] },
  { file: 'yarn.lock', steps: [run('corepack enable && yarn install --frozen-lockfile')] },
  { file: 'package-lock.json', steps: [run('npm ci')] },
  { file: 'npm-shrinkwrap.json', steps: [run('npm ci')] },
  { file: 'package.json', steps: [run('npm install')] },
];

const OTHERS: Install[][] = [
  [
    { file: 'uv.lock', steps: ['      - uses: astral-sh/setup-uv@v5', run('uv sync')] },
    { file: 'poetry.lock', steps: [PYTHON, run('pipx install poetry && poetry install')] },
    { file: 'requirements.txt', steps: [PYTHON, run('pip install -r requirements.txt')] },
    { file: 'pyproject.toml', steps: [PYTHON, run('pip install .')] },
  ],
  [
    {
      file: 'go.mod',
      steps: [
        '      - uses: actions/setup-go@v5\n        with:\n          go-version-file: go.mod',
        run('go build ./...'),
      ],
    },
  ],
  [{ file: 'Cargo.toml', steps: [run('cargo build --release')] }],
];

/** `files`: the names in the folder of the project. */
export function workflowText(files: readonly string[]): string {
  const first = (ways: Install[]): string[] => ways.find(({ file }) => files.includes(file))?.steps ?? [];
  const install = [NODE, ...OTHERS].flatMap(first);
  return `# Written by \`mcptest init --ci\`.
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
${install.map((step) => `${step}\n`).join('')}      - run: >
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
}
