/** The campaigns of `eval/` meet every command: a new one without a place in them is noticed here. */
import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { expect, it } from 'vitest';
import { COMMANDS } from '../eval/lib/campaign/commands.js';
import { DEFENCES } from '../eval/lib/campaign/defences.js';
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

it('every row of the attack surface names a test that a defence is taken away from', () => {
  const page = readFileSync(new URL('../docs/guarantees.md', import.meta.url), 'utf8');
  const table = page.split('## The attack surface')[1]!.split('\n## ')[0]!;
  const rows = table.split('\n').filter((line) => /^\| (?!threat|---)/.test(line) && !line.startsWith('|-'));
  const guarded = new Set(DEFENCES.flatMap(({ tests }) => tests));
  // Canaries go through every sink; what the look into base64 guards is beside it.
  const bare = rows.filter((row) => {
    const named = row.match(/(?:src|test)\/[\w/.-]+\.test\.ts/g) ?? [];
    return !named.some((test) => guarded.has(test));
  });
  expect(rows).toHaveLength(15);
  expect(bare.map((row) => row.split('|')[1]!.trim())).toEqual([]);
  expect(table).toContain(`removes ${DEFENCES.length} of them`);
});
