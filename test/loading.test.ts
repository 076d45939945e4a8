/** A command loads what it needs: how many of our own modules each may initialise. */
import { describe, expect, it } from 'vitest';
import { countByRoom, loadedModules, MOST_MODULES, WATCHED_COMMANDS } from '../scripts/lib/loaded-modules.js';
import { folder } from './lib/cli.js';

describe('modules that a command initialises', () => {
  it.each(Object.entries(WATCHED_COMMANDS))('%s stays within its limit', async (name, argv) => {
    const modules = await loadedModules(argv, folder());
    expect(modules).toContain('cli/start.ts');
    expect(modules.length, `${modules.length} modules: ${countByRoom(modules)}`).toBeLessThanOrEqual(
      MOST_MODULES[name]!,
    );
  });

  it('a command that asks for nothing loads no verb', async () => {
    const modules = await loadedModules(['--help'], folder());
    expect(modules.filter((module) => module.startsWith('verbs/'))).toEqual([]);
  });
});
