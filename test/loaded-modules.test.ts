/** What a run loads of the bundle: nothing of what its suite does not ask for. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { manifests, project, servers } from './lib/agents.js';
import { root } from './lib/cli.js';

const tools = { api: [{ name: 'look' }] };

/** The modules of ours that a run of this suite started. */
async function modulesOf(suite: object): Promise<string[]> {
  const cwd = project({ ...manifests(tools), 'mcptest.yml': { servers: servers('api'), ...suite } });
  const script = `
    const { start, modules } = require(${JSON.stringify(join(root, 'dist/mcptest.cjs'))});
    process.on('exit', () => console.log('\\n' + JSON.stringify([...modules])));
    start(['run']);`;
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', script], { cwd });
  expect(stdout).toContain('1 passed');
  return (JSON.parse(stdout.trim().split('\n').at(-1)!) as string[]).filter((name) =>
    name.startsWith('src/'),
  );
}

const AGENT_MODULES =
  /^src\/(metrics\/(?!blocks\.|floor-lines\.|explain\.)|catalog\/distractors?\b|suite\/blocks\/agents\.)/;

describe('the modules of a run', () => {
  it('have no metric and no distractor where the suite has no agent test', async () => {
    const modules = await modulesOf({ tools: [{ name: 'looks', server: 'api', tool: 'look' }] });
    expect(modules).toContain('src/run/run.ts');
    expect(modules.filter((name) => AGENT_MODULES.test(name))).toEqual([]);
  });

  it('have those metrics that an agent test has', async () => {
    const agent = {
      name: 'asks',
      model: 'scripted',
      prompt: 'Look.',
      script: [{ say: 'Done.' }],
      stability: {},
    };
    const modules = await modulesOf({ agents: [agent] });
    expect(modules).toContain('src/metrics/stability.ts');
    expect(modules).not.toContain('src/metrics/narrative.ts');
    expect(modules.filter((name) => name.startsWith('src/metrics/distractors'))).toEqual([]);
  });
});
