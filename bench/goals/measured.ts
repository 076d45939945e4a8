/** What a row came to, the line of a release in `bench/history.jsonl`, and whether a ratio has got worse since. */
import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';

export interface Measured {
  id: string;
  path: string;
  floor: string;
  goal: number;
  /** At the largest size. */
  ratio: number;
  size?: number;
  /** How the time grows with the size: 1 is linear. */
  exponent?: number;
  peak_mb?: number;
}

/** Another tool, or ours, at the same tests. */
export interface Peer {
  name: string;
  exit_ms: number;
  /** To a raw client. */
  ratio: number;
  /** With the server that it starts. */
  peak_mb?: number;
}

export interface Release {
  version: string;
  commit: string;
  date: string;
  machine: string;
  rows: Measured[];
  peers?: Peer[];
}

const HISTORY = fileURLToPath(new URL('../history.jsonl', import.meta.url));
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** So much worse than at the last release a ratio may be; machines have moods. */
const SLACK = 1.2;

export function releases(): Release[] {
  if (!existsSync(HISTORY)) return [];
  const lines = readFileSync(HISTORY, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line) as Release);
}

export function addRelease(rows: Measured[], peers?: Peer[]): void {
  const git = (...args: string[]): string =>
    execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim();
  const { version } = JSON.parse(readFileSync(`${ROOT}/package.json`, 'utf8')) as { version: string };
  const [cpu] = cpus();
  const release: Release = {
    version,
    commit: git('rev-parse', '--short', 'HEAD'),
    date: new Date().toISOString().slice(0, 10),
    machine: `${cpus().length} x ${cpu?.model.trim() || 'unnamed processor'}, ${process.platform}, Node ${process.version}`,
    rows,
    peers,
  };
  appendFileSync(HISTORY, `${JSON.stringify(release)}\n`);
}

/** One line for each ratio that is worse than at the last release by more than the slack. */
export function worse(rows: readonly Measured[], last: Release | undefined): string[] {
  const before = new Map(last?.rows.map((row) => [row.id, row]));
  return rows.flatMap((row) => {
    const known = before.get(row.id);
    // Another size is another measurement.
    if (known === undefined || known.size !== row.size || row.ratio <= known.ratio * SLACK) return [];
    return [`${row.path}: ${row.ratio.toFixed(2)}, and ${known.ratio.toFixed(2)} at ${last?.version}`];
  });
}

/** As a table in Markdown, for people who do not run it. */
export function releaseTable({ version, commit, date, machine, rows, peers = [] }: Release): string {
  const lines = rows.map((row) => {
    const size = row.size === undefined ? '' : `, ${row.size.toLocaleString('en')}`;
    const [growth, peak] = [row.exponent?.toFixed(2) ?? '', row.peak_mb?.toFixed(0) ?? ''];
    return `| ${row.path}${size} | ${row.floor} | ${row.ratio.toFixed(2)} | ${row.goal} | ${growth} | ${peak} |`;
  });
  return [
    `Version ${version} at ${commit}, ${date}; ${machine}. Growth is the exponent of the time over three sizes: 1 is linear.`,
    '',
    '| path, size | floor | ratio | goal | growth | peak MB |',
    '|---|---|---:|---:|---:|---:|',
    ...lines,
    ...(peers.length > 0 ? ['', ...peerLines(peers)] : []),
  ].join('\n');
}

function peerLines(peers: readonly Peer[]): string[] {
  return [
    'Other tools in the same run: one and fifty tests that call `echo` of server-everything over stdio.',
    '',
    '| tool, tests | exit ms | ratio to the raw client | peak MB with the server |',
    '|---|---:|---:|---:|',
    ...peers.map(
      ({ name, exit_ms, ratio, peak_mb }) =>
        `| ${name} | ${exit_ms.toFixed(0)} | ${ratio.toFixed(2)} | ${peak_mb?.toFixed(0) ?? ''} |`,
    ),
  ];
}
