import { expect, it } from 'vitest';
import { sampleCase, sampleRun } from '../../envelope/sample-run.js';
import type { Finding } from '../../types/envelope.js';
import { gitlab } from '../gitlab.js';
import { loadPretty } from '../pretty.js';
import { sarif } from '../sarif.js';
import { findingPlaces } from './finding-places.js';

const pretty = await loadPretty();

const options = { color: false, width: 80, agent_budget: 1 };
const calls = (tool: string) => ({ calls: [{ tool, args: {} }] });
const run = sampleRun([
  sampleCase({ name: 'other', server: 'other', file: 'a.yml', line: 3 }),
  sampleCase({ name: 'first', file: 'a.yml', line: 8, trace: calls('list') }),
  sampleCase({ name: 'second', file: 'b.yml', line: 12, trace: calls('search') }),
  sampleCase({ name: 'security of demo', kind: 'security', file: 'b.yml', line: 40 }),
  sampleCase({ name: 'quality', server: 'other', kind: 'tool_quality', file: 'a.yml', line: 50 }),
]);
const finding = (over: Partial<Finding>): Finding => ({
  rule: 'DESC-004',
  severity: 'medium',
  server: 'demo',
  message: 'm',
  ...over,
});

it.each([
  ['the block that looked for it', finding({ rule: 'SEC-001', tool: 'search' }), 'b.yml', 40],
  ['the block of its own server', finding({ server: 'other', tool: 'x' }), 'a.yml', 50],
  ['the test that calls the tool', finding({ tool: 'search' }), 'b.yml', 12],
  ['the first test of the server', finding({ tool: 'never called' }), 'a.yml', 8],
  ['the first test of all', finding({ server: undefined }), 'a.yml', 3],
])('%s', (_, one, file, line) => {
  expect(findingPlaces(run)(one)).toEqual({ file, line });
  const found = { ...run, findings: [one] };
  expect(JSON.parse(gitlab(found, options))[0].location).toEqual({ path: file, lines: { begin: line } });
  expect(JSON.parse(sarif(found, options)).runs[0].results[0].locations[0].physicalLocation).toEqual({
    artifactLocation: { uri: file },
    region: { startLine: line },
  });
});

it.each([
  ['a.yml', { rule: 'SEC-001' }, 8],
  ['b.yml', { rule: 'SEC-001' }, 40],
  ['a.yml', { tool: 'search' }, 8],
  ['b.yml', { tool: 'search' }, 12],
  ['c.yml', {}, 1],
])('stays in its own suite, %s, where two suites have a server of one name', (file, over, line) => {
  expect(findingPlaces(run)(finding({ file, ...over }))).toEqual({ file, line });
});

it('is told apart from the same finding in another suite', () => {
  const findings = [finding({ file: 'a.yml' }), finding({ file: 'b.yml' })];
  const results = JSON.parse(sarif({ ...run, findings }, options)).runs[0].results as {
    partialFingerprints: Record<string, string>;
  }[];
  expect(new Set(results.map(({ partialFingerprints }) => partialFingerprints['mcptest/v1'])).size).toBe(2);
  expect(pretty({ ...run, findings }, options)).toMatch(/demo \(a\.yml\): m[\s\S]*demo \(b\.yml\): m/);
  expect(pretty({ ...run, findings: findings.slice(1) }, options)).toContain(' demo: m');
});

it('has a place in a run without tests', () => {
  expect(findingPlaces(sampleRun([]))(finding({}))).toEqual({ file: 'mcptest.yml', line: 1 });
});
