/** Measures every path that has a goal, floor and ours in turns, and takes medians. */
import { join } from 'node:path';
import { type Command, measure, median, table } from '../measure.js';
import { recorderRows } from '../proxy.js';
import { type Subject, writeSuite } from '../suites.js';
import { addRelease, type Measured, releases, worse } from './measured.js';
import { ROWS, type Row } from './rows.js';
import { spentBy } from './spent-by.js';
import { WARM_ROWS } from './warm.js';

export interface GoalPaths {
  cli: string;
  root: string;
  work: string;
}

interface Wishes {
  rounds: number;
  full: boolean;
  check: boolean;
  release: boolean;
  peers: boolean;
  /** Only rows whose id begins so. */
  row?: string;
}

export async function benchGoals(subjects: Subject[], paths: GoalPaths, wishes: Wishes): Promise<void> {
  if (wishes.release && wishes.row !== undefined) {
    console.error('A release has every row: give --release without --row.');
    process.exitCode = 2;
    return;
  }
  const wholeCommands = wishes.row === undefined || /^(start|run|first)-/.test(wishes.row);
  const measured = wholeCommands ? await commands(subjects, paths, wishes.rounds) : [];
  const rows = measured.filter(({ id }) => id.startsWith(wishes.row ?? ''));
  for (const row of ROWS.filter(({ id }) => id.startsWith(wishes.row ?? ''))) {
    rows.push(await measureRow(row, paths, wishes));
  }
  for (const [id, measureWarm] of Object.entries(WARM_ROWS)) {
    if (id.startsWith(wishes.row ?? '')) rows.push(await measureWarm(subjects, paths, wishes.rounds));
  }
  if ('recorder-'.startsWith(wishes.row?.slice(0, 9) ?? '')) rows.push(...(await recorderRows(paths)));
  if (rows.length === 0) {
    console.error(`No row begins with "${wishes.row}". Leave --row out to see them all.`);
    process.exitCode = 2;
    return;
  }
  const cells = rows.map((row) => [
    row.size === undefined ? row.path : `${row.path}, ${row.size}`,
    row.floor,
    row.ratio.toFixed(2),
    `${row.goal}`,
    row.exponent?.toFixed(2) ?? '',
    row.peak_mb?.toFixed(0) ?? '',
  ]);
  console.log(`\n${table([['path, size', 'floor', 'ratio', 'goal', 'growth', 'peak MB'], ...cells])}`);
  const peers = wishes.peers
    ? await (await import('../peers.js')).peers(subjects, paths.work, wishes.rounds)
    : undefined;
  if (wishes.release) addRelease(rows, peers);
  if (!wishes.check) return;
  const last = releases().at(-1);
  const faults = worse(rows, last);
  for (const fault of faults) console.log(`worse: ${fault}`);
  if (last === undefined) console.log('bench/history.jsonl has no release to compare with');
  if (faults.length > 0 || last === undefined) process.exitCode = 1;
}

async function measureRow(row: Row, paths: GoalPaths, { rounds, full }: Wishes): Promise<Measured> {
  const sizes: number[] = [...row.sizes];
  if (full && row.full !== undefined) sizes[2] = row.full;
  const points: { size: number; ours: number; ratio: number }[] = [];
  let command: string[] | undefined;
  for (const size of sizes) {
    const sides = await row.prepare(size, paths.work);
    const samples: { floor: number; ours: number }[] = [];
    // The first round warms both sides up.
    for (let round = -1; round < Math.min(rounds, 3); round += 1) {
      const sample = { floor: await cpu(sides.floor), ours: await cpu(sides.ours) };
      if (round >= 0) samples.push(sample);
    }
    const ours = median(samples.map((sample) => sample.ours));
    points.push({ size, ours, ratio: ours / median(samples.map((sample) => sample.floor)) });
    command = sides.command;
  }
  const [first, last] = [points[0]!, points.at(-1)!];
  const { id, path, floor, goal } = row;
  const exponent = Math.log(last.ours / first.ours) / Math.log(last.size / first.size);
  const peak = command && { peak_mb: spentBy(command, paths.work).largest };
  return { id, path, floor, goal, ratio: last.ratio, size: last.size, exponent, ...peak };
}

/** CPU time in milliseconds: other people work on the same machine. */
async function cpu(work: () => unknown): Promise<number> {
  const started = process.cpuUsage();
  const elsewhere = await work();
  const { user, system } = process.cpuUsage(started);
  return typeof elsewhere === 'number' ? elsewhere : (user + system) / 1000;
}

/** Whole commands, by the clock: several processes have a part in them. */
async function commands(subjects: Subject[], paths: GoalPaths, rounds: number): Promise<Measured[]> {
  const { cli, root, work } = paths;
  const node = process.execPath;
  const list: Command[] = [
    { name: 'unit', argv: [node, '-e', '0'] },
    { name: '--version', argv: [node, cli, '--version'] },
    { name: '--help', argv: [node, cli, '--help'] },
  ];
  const pairs = subjects.flatMap((subject) => [1, 50].map((tests) => ({ subject, tests })));
  for (const { subject, tests } of pairs) {
    const key = `${subject.name} ${tests}`;
    const raw = [
      join(root, 'bench', 'raw-client.mjs'),
      `${tests}`,
      subject.tool,
      JSON.stringify(subject.args),
    ];
    const argv = [node, cli, 'run', writeSuite(work, subject, tests), '--workspace', work];
    list.push({ name: `floor ${key}`, argv: [node, ...raw, '--', ...subject.argv] });
    list.push({ name: `run ${key}`, argv });
    list.push({ name: `first ${key}`, argv, env: { NODE_DISABLE_COMPILE_CACHE: '1' } });
  }
  const times = await measure(list, rounds);
  const exit = (name: string): number => times.get(name)!.exit;
  const unit = exit('unit');
  const goals: Record<string, number> = {
    'memory 1': 1,
    'memory 50': 1.5,
    'everything 1': 1,
    'everything 50': 1.7,
  };
  const beyond = (kind: 'run' | 'first', key: string, goal: number): Measured => ({
    id: `${kind}-${key.replace(' ', '-')}`,
    path: `${kind === 'run' ? 'run' : 'first run of a fresh install'}: server-${key.replace(' ', ', tests ')}`,
    floor: 'raw client, in units of `node -e 0` beyond it',
    goal,
    ratio: (exit(`${kind} ${key}`) - exit(`floor ${key}`)) / unit,
  });
  const start = (name: string, goal: number): Measured => ({
    id: `start${name}`,
    path: `mcptest ${name}`,
    floor: '`node -e 0`',
    goal,
    ratio: exit(name) / unit,
  });
  const keys = Object.entries(goals);
  return [
    start('--version', 1.1),
    start('--help', 1.25),
    ...keys.map(([key, goal]) => beyond('run', key, goal)),
    ...keys.map(([key]) => beyond('first', key, 2)),
  ];
}
