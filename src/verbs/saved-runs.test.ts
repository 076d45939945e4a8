import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { folder } from '../../test/lib/cli.js';
import { failingCase, sampleCase, sampleRun } from '../envelope/sample-run.js';
import { latestCoverage, savedRun, savedRuns } from './saved-runs.js';

const id = (n: number) => `01JCQQYV4S3H6KX7M8RN2T5X0${n}`;
const coverage = { tools: [], total: 2, covered: 1, percent: 50 };

function workspace(...runs: (string | object)[]): string {
  const dir = folder();
  for (const [n, run] of runs.entries()) {
    const at = join(dir, '.mcptest', 'runs', id(n));
    mkdirSync(at, { recursive: true });
    const text = typeof run === 'string' ? run : JSON.stringify({ ...run, run_id: id(n) });
    writeFileSync(join(at, 'envelope.json'), text);
  }
  return dir;
}

it('lists the newest first, and leaves out what cannot be read', async () => {
  const dir = workspace(sampleRun([sampleCase()]), '{"version": 1', sampleRun([failingCase()]));
  const rows = await savedRuns(dir, 10);
  expect(rows.map(({ run_id, verdict }) => [run_id, verdict])).toEqual([
    [id(2), 'fail'],
    [id(0), 'pass'],
  ]);
  expect(rows[0]).toMatchObject({ total: 1, failed: 1, passed: 0 });
  expect(await savedRuns(dir, 1)).toHaveLength(1);
});

it('reads one by its id or as the latest, never by a path', async () => {
  const dir = workspace(sampleRun([sampleCase()]), sampleRun([failingCase()]));
  expect((await savedRun(dir, id(0))).verdict).toBe('pass');
  expect((await savedRun(dir, 'latest')).verdict).toBe('fail');
  await expect(savedRun(dir, id(7))).rejects.toMatchObject({ code: 'no-run' });
  await expect(savedRun(dir, `../runs/${id(0)}`)).rejects.toThrow();
});

it('does not follow a link out of the workspace', async () => {
  const dir = workspace(sampleRun([sampleCase()]));
  const outside = folder({ 'envelope.json': JSON.stringify(sampleRun([failingCase()])) });
  symlinkSync(outside, join(dir, '.mcptest', 'runs', id(5)));
  await expect(savedRun(dir, id(5))).rejects.toMatchObject({ code: 'no-run' });
});

it('gives the coverage of the newest run that measured it', async () => {
  const dir = workspace(sampleRun([sampleCase()], { coverage }), sampleRun([sampleCase()]));
  expect(await latestCoverage(dir)).toEqual({ run_id: id(0), coverage });
  await expect(latestCoverage(workspace(sampleRun([])))).rejects.toMatchObject({ code: 'no-run' });
});
