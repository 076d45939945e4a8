/** The GitHub Action, its scripts run as a runner would: with a stand-in for npx that is this checkout, and for gh. */
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { cli, folder, root } from './lib/cli.js';

interface Step {
  id?: string;
  run?: string;
  shell?: string;
  env?: Record<string, string>;
}

const action = parse(readFileSync(join(root, 'action.yml'), 'utf8')) as {
  inputs: Record<string, { description: string; default: string }>;
  runs: { steps: Step[] };
};
const { steps } = action.runs;

function runner() {
  const dir = folder();
  const bin = join(dir, 'bin');
  mkdirSync(bin);
  const tool = (name: string, script: string): void => {
    writeFileSync(join(bin, name), `#!/usr/bin/env bash\n${script}\n`);
    chmodSync(join(bin, name), 0o755);
  };
  tool('npx', `shift 2; exec "${process.execPath}" "${cli}" "$@"`);
  tool(
    'gh',
    `echo "$*" >> "${dir}/gh.log"; [[ "$*" == *--paginate* ]] && cat "${dir}/known" 2>/dev/null; exit 0`,
  );
  const output = join(dir, 'output');
  const summary = join(dir, 'summary');
  const run = (id: string, env: Record<string, string>, cwd: string) =>
    spawnSync(
      'bash',
      ['--noprofile', '--norc', '-eo', 'pipefail', '-c', steps.find((step) => step.id === id)!.run!],
      {
        cwd,
        encoding: 'utf8',
        env: {
          ...process.env,
          PATH: `${bin}:${process.env.PATH}`,
          RUNNER_TEMP: dir,
          GITHUB_OUTPUT: output,
          GITHUB_STEP_SUMMARY: summary,
          MCPTEST_SUITES: '',
          MCPTEST_ARGS: '',
          MCPTEST_VERSION: 'latest',
          MCPTEST_BASE: '',
          ...env,
        },
      },
    );
  const text = (name: string): string => readFileSync(join(dir, name), 'utf8');
  return { dir, run, text };
}

describe('action.yml', () => {
  it('hands inputs to scripts as variables, never as script', () => {
    for (const step of steps) expect(step.run ?? '').not.toContain('${{');
    for (const input of Object.values(action.inputs)) expect(input.description).not.toBe('');
  });

  it('runs the suites, marks failures, and leaves every report', () => {
    const { run, text, dir } = runner();
    const work = folder({
      'a b.mcptest.yml': JSON.stringify({
        servers: {
          m: {
            command: ['mcptest', 'mock', '--tools-from', join(root, 'examples/demo/servers/harbour.yml')],
          },
        },
        tools: [{ name: 'fails', tool: 'nothing', expect: [{ 'result.x': 1 }] }],
      }),
    });
    const suites = { MCPTEST_SUITES: '\na b.mcptest.yml\n', MCPTEST_ARGS: '--no-save' };
    const ran = run('run', suites, work);
    expect(ran.status, ran.stderr).toBe(0);
    expect(ran.stdout).toMatch(/^::error /m);
    const report = join(dir, 'mcptest-report');
    expect(text('output')).toBe(`exit-code=1\nverdict=fail\nreport=${report}\n`);
    for (const name of ['run.json', 'run.html', 'junit.xml', 'run.sarif', 'comment.md'])
      expect(existsSync(join(report, name)), name).toBe(true);
    expect(text('summary')).toMatch(/^## mcptest: ❌ failed/);

    writeFileSync(join(dir, 'base.json'), text('mcptest-report/run.json'));
    run('run', { ...suites, MCPTEST_BASE: join(dir, 'base.json') }, work);
    expect(text('mcptest-report/comment.md')).toMatch(/^## mcptest: ✅ nothing regressed/);
  });

  it('passes on that a suite is wrong', () => {
    const { run, text } = runner();
    run('run', { MCPTEST_SUITES: 'no-such-suite.yml' }, folder());
    expect(text('output')).toMatch(/^exit-code=2\nverdict=\n/);
  });

  it('writes one comment and renews it', () => {
    const { run, text, dir } = runner();
    writeFileSync(join(dir, 'comment.md'), 'text');
    const env = { MCPTEST_REPORT: dir, MCPTEST_REPOSITORY: 'a/b', MCPTEST_PULL: '7' };
    expect(run('comment', env, dir).status).toBe(0);
    expect(text('gh.log')).toContain('--method POST repos/a/b/issues/7/comments');
    expect(text('body.md')).toBe('<!-- mcptest -->\ntext');
    writeFileSync(join(dir, 'known'), '42\n');
    run('comment', env, dir);
    expect(text('gh.log')).toContain('--method PATCH repos/a/b/issues/comments/42');
  });
});
