import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { workflowText } from './workflow-text.js';

const commands = (...files: string[]): string[] =>
  (parse(workflowText(files)).jobs.mcptest.steps as { run?: string }[]).flatMap(({ run }) => run ?? []);

it.each([
  [['package.json', 'package-lock.json'], 'npm ci'],
  [['package.json'], 'npm install'],
  [['package.json', 'pnpm-lock.yaml'], 'corepack enable && pnpm install --frozen-lockfile'],
  [['pyproject.toml', 'uv.lock'], 'uv sync'],
  [['requirements.txt'], 'pip install -r requirements.txt'],
  [['pyproject.toml'], 'pip install .'],
  [['go.mod'], 'go build ./...'],
  [['Cargo.toml'], 'cargo build --release'],
])('a project with %j is installed before its suite runs', (files, command) => {
  const [install, run] = commands(...files);
  expect(install).toBe(command);
  expect(run).toMatch(/^npx -y mcptest run /);
});

it('a project of two languages is installed twice, and one of none not at all', () => {
  expect(commands('package-lock.json', 'requirements.txt').slice(0, 2)).toEqual([
    'npm ci',
    'pip install -r requirements.txt',
  ]);
  expect(commands('README.md')[0]).toMatch(/^npx -y mcptest run /);
});
