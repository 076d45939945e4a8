/** All cells of the chaos matrix, and what is expected of each. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../campaign/command.js';
import { chaosFaults } from '../chaos-faults.js';
import { type Cell, type Seen, SURFACES } from './cell.js';

/** An outcome for each surface, and the finding that belongs to it; what a transport or era has of its own is under it. */
interface Expected {
  /** Rows of the table of faults in the specification of mcptest. */
  rows?: number[];
  run?: string;
  conformance?: string;
  door?: string;
  proxy?: string;
  record?: string;
  finding?: string;
  check?: string;
  on?: Record<string, Omit<Expected, 'on' | 'rows'>>;
}

/** Faults of the start of a process, which no server has. */
const NO_SERVERS = ['no-command', 'launch-chain'];
/** Faults of the way to a server over HTTP. */
const NO_WAYS = ['http-no-name', 'http-refused', 'http-tls'];
/** Faults that need an honest server: of the machine, and none. */
const HONEST = ['none', 'clock-jump', 'http-ipv6'];
/** Where the era makes no difference, since the process says nothing. */
const ONE_ERA = new Set([...NO_SERVERS, ...NO_WAYS, 'die-at-start', 'help-at-start', 'close-stdout']);
/** Faults of a handshake that the stateless era does not have. */
const LEGACY = new Set([
  'refuse-initialize',
  'refuse-and-exit',
  'old-only',
  'http-session-400',
  'http-session-200',
  'http-session-404',
  'http-sse-away',
  'http-get-400',
  'http-get-page',
  'http-get-cut',
]);

const table: Record<string, Expected> = JSON.parse(
  readFileSync(new URL('expected.json', import.meta.url), 'utf8'),
);

/** The outcome of single cells of the surfaces for which the table says nothing, as it was seen and read. */
const pinned: Record<string, string> = JSON.parse(
  readFileSync(new URL('pinned.json', import.meta.url), 'utf8'),
);

export const nameOf = ({ surface, fault, transport, era }: Cell): string =>
  `${surface} ${fault} ${transport} ${era}`;

export function expectations(): Record<string, Expected> {
  return table;
}

export function faults(): string[] {
  return [...HONEST, ...NO_SERVERS, ...NO_WAYS, ...chaosFaults(join(root, 'fixtures/chaos-mcp/README.md'))];
}

export function cells(): Cell[] {
  return faults().flatMap((fault) =>
    transportsOf(fault).flatMap((transport) =>
      erasOf(fault).flatMap((era) => SURFACES.map((surface) => ({ fault, transport, era, surface }))),
    ),
  );
}

function transportsOf(fault: string): Cell['transport'][] {
  if (NO_SERVERS.includes(fault)) return ['stdio'];
  return fault.startsWith('http-') ? ['http'] : ['stdio', 'http'];
}

function erasOf(fault: string): Cell['era'][] {
  return ONE_ERA.has(fault) || LEGACY.has(fault) ? ['legacy'] : ['legacy', 'modern'];
}

/** The expectations of one cell: those of the fault, then of its transport, its era, and both. */
export function expectedOf({ fault, transport, era }: Cell): Expected {
  const { on = {}, ...own } = expectations()[fault] ?? {};
  return { ...own, ...on[transport], ...on[era], ...on[`${transport} ${era}`] };
}

/** What may come where nothing is said: the front door tells what a run tells, the others any word of theirs. */
const WORDS: Record<Cell['surface'], string> = {
  run: '',
  door: '',
  conformance: 'pass or fail or inconclusive',
  proxy: 'answered or other answer or error or silent',
  record: 'pass, recorded or fail, recorded or inconclusive, recorded or pass or fail or inconclusive',
};

/** Whether the table, or the list of single cells, says how it ends. */
export function isNamed(cell: Cell): boolean {
  return namedOutcome(cell) !== undefined;
}

function namedOutcome(cell: Cell): string | undefined {
  const expected = expectedOf(cell);
  const own = expected[cell.surface] ?? pinned[nameOf(cell)];
  return own ?? (cell.surface === 'door' ? doorOf(expected.run) : undefined);
}

export function wrongWith(cell: Cell, seen: Seen): string[] {
  const expected = expectedOf(cell);
  const wrong = [...seen.trouble];
  const outcome = namedOutcome(cell) ?? WORDS[cell.surface];
  if (outcome === '') wrong.push(`nothing is expected of it, and it was ${seen.outcome}`);
  else if (!outcome.split(' or ').includes(seen.outcome)) wrong.push(`${seen.outcome} instead of ${outcome}`);
  const finding = { run: expected.finding, conformance: expected.check }[cell.surface as string];
  if (finding && !finding.split(' or ').some((one) => seen.findings.includes(one)))
    wrong.push(`no finding ${finding} (${seen.findings.join(', ') || 'none'})`);
  return wrong;
}

/** A run that passes but is not judged as a whole is not green at the door. */
function doorOf(run = ''): string {
  return run.endsWith('exit 3') ? 'inconclusive' : run;
}
