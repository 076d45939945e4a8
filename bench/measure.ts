/** Times whole commands: several runs of each, taken in turns so that a busy moment hits all alike. */
import { spawn } from 'node:child_process';

export interface Command {
  name: string;
  argv: string[];
  cwd?: string;
  env?: Record<string, string>;
  /** Exit codes that count as having worked. */
  ok?: number[];
}

export interface Timing {
  name: string;
  /** Milliseconds until the first byte of the report, and until the process has gone. */
  verdict: number;
  exit: number;
}

export async function measure(commands: Command[], rounds: number): Promise<Map<string, Timing>> {
  const samples = new Map<string, { verdict: number; exit: number }[]>();
  for (let round = -1; round < rounds; round++) {
    for (const command of commands) {
      const sample = await once(command);
      if (round < 0) samples.set(command.name, []);
      else samples.get(command.name)!.push(sample);
    }
  }
  return new Map(
    [...samples].map(([name, list]) => [
      name,
      { name, verdict: median(list.map((s) => s.verdict)), exit: median(list.map((s) => s.exit)) },
    ]),
  );
}

function once(command: Command): Promise<{ verdict: number; exit: number }> {
  return new Promise((done, reject) => {
    const started = performance.now();
    const child = spawn(command.argv[0]!, command.argv.slice(1), {
      cwd: command.cwd,
      env: { ...process.env, NO_COLOR: '1', ...command.env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let verdict: number | undefined;
    let stderr = '';
    child.stdout.on('data', () => {
      verdict ??= performance.now() - started;
    });
    child.stderr.on('data', (chunk: Buffer) => {
      stderr += chunk.toString();
    });
    child.on('error', reject);
    child.on('close', (code) => {
      const exit = performance.now() - started;
      if ((command.ok ?? [0]).includes(code ?? -1)) done({ verdict: verdict ?? exit, exit });
      else reject(new Error(`${command.name} ended with ${code}: ${stderr.slice(-2000)}`));
    });
  });
}

export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** A plain table; the first column is text, the others are aligned right. */
export function table(rows: string[][]): string {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows
    .map((row) =>
      row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!))).join('  '),
    )
    .join('\n');
}
