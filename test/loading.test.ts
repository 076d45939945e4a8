/** A command loads what it needs: how many of our own modules each may initialise. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { partsIn } from '../scripts/lib/bundle-parts.mjs';
import { countByRoom, loadedModules, MOST_MODULES, WATCHED_COMMANDS } from '../scripts/lib/loaded-modules.js';
import { folder, root } from './lib/cli.js';

const known = new Map<string, Promise<string[]>>();

/** Each command runs once, whatever is asked about it. */
function modulesOf(argv: string[] = []): Promise<string[]> {
  const name = argv.join(' ');
  const modules = known.get(name) ?? loadedModules(argv, folder());
  known.set(name, modules);
  return modules;
}

describe('modules that a command initialises', () => {
  it.each(Object.entries(WATCHED_COMMANDS))('%s stays within its limit', async (name, argv) => {
    const modules = await modulesOf(argv);
    expect(modules).toContain('cli/start.ts');
    expect(modules.length, `${modules.length} modules: ${countByRoom(modules)}`).toBeLessThanOrEqual(
      MOST_MODULES[name]!,
    );
  });

  it.each([
    ['run examples/demo', /^(?:metrics|drivers|catalog|cassette|judge|tdqs|lint|mock|rpc-server)\//],
    ['tdqs score --from', /^(?:suite|client|run|match|metrics)\//],
  ])('%s loads nothing of rooms that it has no work for', async (name, others) => {
    const modules = await modulesOf(WATCHED_COMMANDS[name]);
    expect(modules.filter((module) => others.test(module))).toEqual([]);
  });

  it.each(['demo', 'real-servers/memory.mcptest.yml'])(
    'a plain run reads the first file of the bundle alone: examples/%s',
    async (suite) => {
      const used = await modulesOf(['run', `examples/${suite}`]);
      const rest = partsIn(readFileSync(join(root, 'dist', 'rest.cjs'), 'latin1'));
      const inRest = new Set(rest.flatMap(({ modules }) => modules));
      expect(inRest.size).toBeGreaterThan(1000);
      expect(used.filter((module) => inRest.has(`src/${module}`))).toEqual([]);
    },
  );

  it('a replayed run loads the metrics of its tests, and no provider', async () => {
    const modules = await modulesOf(WATCHED_COMMANDS['run examples/distractor-tools']);
    expect(modules).toContain('metrics/distractors.ts');
    expect(modules).not.toContain('metrics/narrative.ts');
    expect(modules).not.toContain('drivers/create.ts');
  });

  it('a command that asks for nothing loads no verb', async () => {
    const modules = await modulesOf(['--help']);
    expect(modules.filter((module) => module.startsWith('verbs/'))).toEqual([]);
  });
});
