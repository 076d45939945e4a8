/** What GitHub reads of this repository: workflows, forms and updates that it understands and that name what exists. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { KINDS } from '../scripts/new/kinds.js';
import { workflowProblems } from './lib/action-runner.js';
import { root } from './lib/cli.js';

const github = join(root, '.github');
const read = (...path: string[]): string => readFileSync(join(github, ...path), 'utf8');
const workflows = readdirSync(join(github, 'workflows'));
const { scripts, devDependencies, version } = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8'),
) as Record<'scripts' | 'devDependencies', Record<string, string>> & { version: string };

interface Step {
  uses?: string;
  run?: string;
}

const stepsOf = (workflow: string): Step[] =>
  Object.values<{ steps: Step[] }>(parse(read('workflows', workflow)).jobs).flatMap(({ steps }) => steps);

describe('workflows', () => {
  it.each(workflows)('%s is a workflow to the parser of GitHub, which refuses what is none', async (name) => {
    const source = read('workflows', name);
    expect(await workflowProblems(source)).toEqual([]);
    for (const [right, wrong] of [
      ['runs-on:', 'run-on:'],
      ['uses: actions', 'use: actions'],
      ['contents: read', 'contents: reading'],
    ] as const)
      expect(await workflowProblems(source.replace(right, wrong)), wrong).not.toEqual([]);
  });

  it.each(workflows)('%s runs scripts that exist, and actions of a fixed version', (name) => {
    const steps = stepsOf(name);
    const run = steps.flatMap((step) => [...(step.run ?? '').matchAll(/npm run (?:--silent )?([\w:]+)/g)]);
    expect(run.filter(([, script]) => !Object.hasOwn(scripts, script!))).toEqual([]);
    for (const { uses } of steps) if (uses !== undefined) expect(uses).toMatch(/@(v\d+|[0-9a-f]{40})$/);
  });

  it('tests on three systems and every version of Node that is promised', () => {
    const { jobs } = parse(read('workflows', 'ci.yml'));
    expect(jobs.elsewhere.strategy.matrix.os).toEqual(['macos-latest', 'windows-latest']);
    for (const job of [jobs.linux, jobs.elsewhere]) expect(job.strategy.matrix.node).toEqual([20, 22, 24]);
  });

  it('publish after the tests and the checks of a release', () => {
    const run = stepsOf('release.yml').flatMap((step) => step.run ?? []);
    const publish = run.findIndex((line) => line.startsWith('npm publish'));
    expect(run.slice(0, publish)).toEqual(['npm ci', 'npm test', 'npm run release:check']);
  });
});

describe('forms and updates', () => {
  it.each(readdirSync(join(github, 'ISSUE_TEMPLATE')).filter((name) => name !== 'config.yml'))(
    '%s asks for something, and for each thing once',
    (name) => {
      const form = parse(read('ISSUE_TEMPLATE', name));
      expect(form).toMatchObject({ name: expect.any(String), description: expect.any(String) });
      const ids = form.body.map(({ id }: { id: string }) => id);
      expect(new Set(ids).size).toBe(ids.length);
      for (const { type, attributes } of form.body) {
        expect(['input', 'textarea', 'checkboxes', 'dropdown', 'markdown']).toContain(type);
        expect(attributes.label).toMatch(/\w/);
      }
      expect(form.body.some((part: { validations?: object }) => part.validations)).toBe(true);
    },
  );

  it('keeps what is bundled in a group of its own', () => {
    const { updates } = parse(read('dependabot.yml'));
    expect(updates.map((update: Record<string, string>) => update['package-ecosystem'])).toEqual([
      'npm',
      'github-actions',
    ]);
    const sbom = JSON.parse(readFileSync(join(root, 'dist/sbom.cdx.json'), 'utf8')) as {
      components: { group?: string; name: string }[];
    };
    const bundled = sbom.components
      .map(({ group, name }) => (group === undefined ? name : `${group}/${name}`))
      .filter((name) => Object.hasOwn(devDependencies, name));
    const patterns: string[] = updates[0].groups.bundled.patterns;
    const meant = (name: string) => patterns.some((pattern) => name.startsWith(pattern.replace(/\*$/, '')));
    expect(bundled.filter((name) => !meant(name))).toEqual([]);
    expect(
      patterns.filter((pattern) => !bundled.some((name) => name.startsWith(pattern.replace('*', '')))),
    ).toEqual([]);
  });
});

describe('the action on GitHub', () => {
  it('is named in the docs by a tag that a release sets', () => {
    const pages = readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md'));
    const tags = pages.flatMap((name) =>
      [...readFileSync(join(root, 'docs', name), 'utf8').matchAll(/uses: mcptest\/mcptest@(\S+)/g)].map(
        ([, tag]) => tag,
      ),
    );
    expect(new Set(tags)).toEqual(new Set([`v${version.split('.')[0]}`]));
    const release = readFileSync(join(root, '.github/workflows/release.yml'), 'utf8');
    expect(release).toContain('git push --force origin "refs/tags/${GITHUB_REF_NAME%%.*}"');
  });
});

describe('what contributors read', () => {
  it.each(['README.md', 'CONTRIBUTING.md'])('%s names scripts that exist', (page) => {
    const named = [...readFileSync(join(root, page), 'utf8').matchAll(/npm run ([\w:]+)/g)].map(
      ([, name]) => name!,
    );
    expect(named.length).toBeGreaterThan(3);
    expect(named.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
  });

  it('CONTRIBUTING.md begins every kind of thing with a name that it may have', () => {
    const page = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8');
    const shown = [...page.matchAll(/npm run new -- (\w+) ([^`\s]+)/g)].map(
      ([, kind, name]) => [kind!, name!] as const,
    );
    expect(shown.map(([kind]) => kind)).toEqual(Object.keys(KINDS));
    for (const [kind, name] of shown) expect(name).toMatch(KINDS[kind]!.pattern);
  });
});
