/** How strong the suites of `examples/` are, and what survives in them. */
import { fileURLToPath } from 'node:url';
import type { Strength } from '../../../src/types/strength.js';
import { mutate } from '../../../src/verbs/strength/mutate.js';
import { freePort } from '../../../test/lib/free-port.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));
/** Files of their own are not found through the folder. */
const PATHS = ['examples', 'examples/agent-multi-run-tool-selection.yml', 'examples/tool-quality.yml'];
const TARGET = 0.9;

export async function printExamples(verbose: boolean): Promise<boolean> {
  const env = { ...process.env, CI: 'true', MCPTEST_EXAMPLE_PORT: String(await freePort()) };
  const report = await mutate({ paths: PATHS, cwd: root, workspace: root, save: false, env });
  await report.closing;
  const { strength } = report;
  const red = report.envelope.results.filter(({ verdict }) => verdict !== 'pass');
  for (const { file, name, verdict } of red) console.log(`${verdict}: ${file}, ${name}`);
  for (const { file, rate, killed, mutants } of strength.suites)
    if (mutants > 0) console.log(`${percent(rate)}  ${killed} of ${mutants}  ${file}`);
  console.log(
    `${percent(strength.rate)}  ${strength.killed} of ${strength.mutants} together; target ${percent(TARGET)}`,
  );
  for (const { file, name, reason } of strength.unmeasured ?? [])
    console.log(`not measured: ${file}, ${name}: ${reason}`);
  if (verbose) printSurvivors(strength);
  return (strength.rate ?? 0) >= TARGET && red.length === 0;
}

function printSurvivors({ tests }: Strength): void {
  for (const { file, line, name, survivors } of tests)
    for (const { family, path, change, suggestion } of survivors)
      console.log(
        `${file}:${line} ${name}\n  ${family} ${path}: ${change}\n  ${suggestion ?? '(no assertion is proposed)'}`,
      );
}

function percent(rate: number | undefined): string {
  return rate === undefined ? '  –  ' : `${Math.floor(rate * 100)} %`;
}
