import { expect, it } from 'vitest';
import { failingCase, sampleCase, sampleCheck, sampleRun } from '../envelope/sample-run.js';
import { explainFailure } from './explain-failure.js';

const failing = (name: string, over: Parameters<typeof sampleCheck>[0]) =>
  failingCase(name, { checks: [sampleCheck({ outcome: 'pass' }), sampleCheck({ line: 12, ...over })] });

it('shows what did not pass, and what belongs to the same server', () => {
  const run = sampleRun([failing('status', {})], {
    findings: [
      { rule: 'tool-name', severity: 'warning', server: 'demo', message: 'mine' },
      { rule: 'tool-name', severity: 'warning', server: 'other', message: 'not mine' },
    ],
  });
  const explained = explainFailure(run, 'status');
  expect(explained).toMatchObject({ verdict: 'fail', line: 12, repro: 'mcptest run --filter "status"' });
  expect(explained.checks).toHaveLength(1);
  expect(explained.findings.map(({ message }) => message)).toEqual(['mine']);
  expect(explained.next.at(-1)).toContain('repro');
});

it.each([
  ['connect', 'get_doctor_report'],
  ['alive', 'died'],
  ['deadline', 'in time'],
  ['authorised', 'login'],
  ['set', 'capture'],
  ['exact', 'Compare expected and actual'],
])('%s has its own next step', (matcher, step) => {
  expect(explainFailure(sampleRun([failing('t', { matcher })]), 't').next[0]).toContain(step);
});

it('finds a test by name or id, and says which one was probably meant', () => {
  const run = sampleRun([
    sampleCase({ name: 'echo works' }),
    failingCase('twice', { id: '1', file: 'a.yml' }),
    failingCase('twice', { id: '2', file: 'b.yml' }),
  ]);
  expect(explainFailure(run, 'id-echo works').next).toEqual(['The test passed; there is nothing to fix.']);
  expect(explainFailure(run, '2').file).toBe('b.yml');
  expect(() => explainFailure(run, 'twice')).toThrow(expect.objectContaining({ code: 'several-tests' }));
  expect(() => explainFailure(run, 'echo work')).toThrow(
    expect.objectContaining({ code: 'no-test', hint: expect.stringContaining('echo works') }),
  );
});
