import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { sampleCase, sampleRun } from '../envelope/sample-run.js';
import { keepRun } from './keep-run.js';
import { listRuns } from './workspace.js';

test('a record that could not be opened again is not written, and the way out is told', async () => {
  const cwd = mkdtempSync(join(tmpdir(), 'keep-run-'));
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
  const run = sampleRun([sampleCase()]);
  const warnings: string[] = [];
  expect(keepRun(cwd, run, warnings, 100)).toBe(false);
  expect(warnings.join()).toContain('is larger than 0 MB, and could not be opened again; run it in parts');
  expect(await listRuns(cwd)).toEqual([]);
  expect(keepRun(cwd, run, [])).toBe(true);
  expect(await listRuns(cwd)).toHaveLength(1);
});
