/**
 * `npm run eval:strength`: does the strength of a suite say how much it would notice? On suites of different quality and a
 * server with bugs; the strength of our own examples and of generated suites; and how long it takes. Needs nothing
 * but this repository, built. `--verbose` lists what survives in the examples, `--only PART` runs one part, `--seed N`
 * makes other suites. Exit code 1 when a target is missed.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { printAgreement } from './lib/strength/print-agreement.js';
import { printExamples } from './lib/strength/print-examples.js';
import { strengthSpeed } from './lib/strength/speed.js';

/** True when the target of the part is met. */
type Part = () => Promise<boolean>;

const folder = mkdtempSync(join(tmpdir(), 'mcptest-strength-'));
const parts: Record<string, Part> = {
  agreement: () => printAgreement(folder, Number(option('--seed') ?? 15)),
  examples: () => printExamples(process.argv.includes('--verbose')),
  generated,
  speed,
};

function option(name: string): string | undefined {
  const at = process.argv.indexOf(name);
  return at < 0 ? undefined : process.argv[at + 1];
}

interface GeneratedModule {
  generatedStrength(): Promise<unknown[]>;
  generatedTable(rows: unknown[]): string;
  /** What falls short, a line each. */
  generatedProblems(rows: unknown[]): string[];
}

/** Its file belongs to the generator and may not be there. */
async function generated(): Promise<boolean> {
  const file = new URL('./strength-generated.ts', import.meta.url);
  if (!existsSync(file)) {
    console.log('eval/strength-generated.ts is missing: generated suites were not measured');
    return false;
  }
  const part = (await import(file.href)) as GeneratedModule;
  const rows = await part.generatedStrength();
  const problems = part.generatedProblems(rows);
  console.log([part.generatedTable(rows), ...problems].join('\n'));
  return problems.length === 0;
}

async function speed(): Promise<boolean> {
  const { tests, mutants, megabytes, envelope_s, suite_s, judging_s, judging_cpu_s } = await strengthSpeed(
    folder,
    1000,
  );
  console.log(
    `${tests} tests, ${mutants} changed replies (${(mutants / tests).toFixed(1)} a test): ` +
      `reading the run (${megabytes.toFixed(1)} MB) ${envelope_s.toFixed(2)} s, reading the suite ${suite_s.toFixed(2)} s, ` +
      `judging ${judging_s.toFixed(2)} s (${judging_cpu_s.toFixed(2)} s of processor time); target 2 s`,
  );
  return judging_s <= 2;
}

const missed: string[] = [];
const only = option('--only');
for (const [name, part] of Object.entries(parts)) {
  if (only !== undefined && only !== name) continue;
  console.log(`\n== ${name}`);
  if (!(await part())) missed.push(name);
}
rmSync(folder, { recursive: true, force: true });
if (missed.length > 0) {
  console.log(`\ntarget missed: ${missed.join(', ')}`);
  process.exitCode = 1;
}
