/** The campaigns of `eval/` meet every command: a new one without a place in them is noticed here. */
import type { Command } from 'commander';
import { expect, it } from 'vitest';
import { COMMANDS } from '../eval/lib/campaign/commands.js';
import { buildProgram } from '../src/cli/program.js';
import { openRedactor } from '../src/redact/open-redactor.js';

/** `tdqs sweep`, `run`: those that do something themselves. */
function leaves(command: Command, path: string[] = []): string[] {
  const below = command.commands.filter((one) => one.name() !== 'help');
  if (below.length === 0) return [path.join(' ')];
  return below.flatMap((one) => leaves(one, [...path, one.name()]));
}

const context = { signal: new AbortController().signal, redactor: openRedactor({}), exit: () => {} };

it('every command is killed, starved of its disk, and left without a reader', async () => {
  const missing = leaves(await buildProgram(context)).filter(
    (name) => !COMMANDS.some(({ args }) => `${args.join(' ')} `.startsWith(`${name} `)),
  );
  expect(missing, 'give it a row in eval/lib/campaign/commands.ts').toEqual([]);
});

it('only what starts nothing and is over at once has no moment for a kill', () => {
  const quick = COMMANDS.filter((one) => one.quick);
  for (const { name, args, serves } of quick) {
    expect(serves, name).toBeFalsy();
    expect(args, name).not.toContain('chaos');
  }
});
