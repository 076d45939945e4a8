/** Pages of which parts are made from code: what stands between `<!-- made: NAME -->` and `<!-- end: NAME -->`. */
import { readFileSync } from 'node:fs';
import { releases, releaseTable } from '../../../bench/goals/measured.js';
import { librarySignatures } from '../library-options.js';
import { MOST_MODULES } from '../loaded-modules.js';
import { readLayers, roomTables } from './rooms.js';
import { AGENT_WALK, RUN_WALK, walkTable } from './walks.js';
import type { WordKind } from './words.js';
import { wordKindTable } from './words-page.js';

export function pagesWithMarkedParts(words: readonly WordKind[]): Record<string, string> {
  const pages: Record<string, Record<string, string>> = {
    'docs/architecture.md': {
      words: wordKindTable(words),
      'run walk': walkTable(RUN_WALK),
      'agent walk': walkTable(AGENT_WALK),
      rooms: roomTables(readLayers()),
      modules: moduleTable(),
    },
    'docs/library.md': { signatures: librarySignatures() },
    'docs/evidence/performance.md': { modules: moduleLine(), goals: goalTable() },
  };
  return Object.fromEntries(Object.entries(pages).map(([page, parts]) => [page, withParts(page, parts)]));
}

/** A page without the place of a part is an error, since nobody would miss the part. */
function withParts(page: string, parts: Record<string, string>): string {
  let text = readFileSync(new URL(`../../../${page}`, import.meta.url), 'utf8');
  for (const [name, part] of Object.entries(parts)) {
    const [from, to] = [`<!-- made: ${name} -->\n`, `\n<!-- end: ${name} -->`];
    const [start, end] = [text.indexOf(from), text.indexOf(to)];
    if (start < 0 || end < start) throw new Error(`${page} has no place for "${name}"`);
    text = `${text.slice(0, start)}${from}${part}${text.slice(end)}`;
  }
  return text;
}

function goalTable(): string {
  const last = releases().at(-1);
  return last === undefined ? 'Nothing was measured yet: `npm run bench -- --release`.' : releaseTable(last);
}

function moduleTable(): string {
  const rows = Object.entries(MOST_MODULES).map(([command, most]) => `| \`mcptest ${command}\` | ${most} |`);
  return ['| command | modules of ours, at most |', '|---|---:|', ...rows].join('\n');
}

function moduleLine(): string {
  const each = Object.entries(MOST_MODULES).map(([command, most]) => `${most} for \`mcptest ${command}\``);
  return `A command initialises few modules of ours, which \`test/loading.test.ts\` holds: at most ${each.join(', ')}.`;
}
