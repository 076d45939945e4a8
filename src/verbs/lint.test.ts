import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { folder, suite } from '../../test/lib/cli.js';
import { fixSaved, lint } from './lint.js';

const nameless = JSON.stringify([{ name: 'x', inputSchema: { type: 'object' } }]);
const rules = ['DESC-001'];

it('points at the place in a saved file, and fails by severity', async () => {
  const cwd = folder({ 'tools.json': nameless });
  const report = await lint({ cwd, from: 'tools.json', rules });
  expect(report.findings).toMatchObject([{ rule: 'DESC-001', tool: 'x', severity: 'critical' }]);
  expect(report.place(report.findings[0]!)).toMatchObject({ file: 'tools.json', line: 1 });
  expect([report.failed, report.tools]).toEqual([true, 1]);
  expect(report.tokens?.total).toBeGreaterThan(0);
  expect(report.tokens?.by_tool).toHaveProperty('x');
});

it('heeds the rules of the suite for its servers, and points at them in it', async () => {
  const command = ['mcptest', 'mock', '--tools-from', 'tools.json'];
  const write = (over: object) =>
    folder({ 'tools.json': nameless, 'mcptest.yml': suite({ servers: { s: { command } }, ...over }) });
  const strict = await lint({ cwd: write({}), rules });
  const lenient = await lint({ cwd: write({ rules: { severity: { 'DESC-001': 'off' } } }), rules });
  await Promise.all([strict.closing, lenient.closing]);
  expect([strict.failed, lenient.failed]).toEqual([true, false]);
  expect(strict.place(strict.findings[0]!)).toEqual({ file: 'mcptest.yml', line: 3 });
});

it('mends a saved catalogue, in the file only when told to', async () => {
  const cwd = folder({
    'tools.json': '[{"name":"x","description":"Does x.","inputSchema":{"properties":{}}}]',
  });
  const text = () => readFileSync(join(cwd, 'tools.json'), 'utf8');
  const before = text();
  const dry = await fixSaved({ cwd, from: 'tools.json', write: false });
  expect(dry.fixes.map(({ tool }) => tool)).toEqual(['x']);
  expect([dry.patch.startsWith('---'), text()]).toEqual([true, before]);
  await fixSaved({ cwd, from: 'tools.json', write: true });
  expect(text()).not.toBe(before);
  expect((await fixSaved({ cwd, from: 'tools.json', write: true })).fixes).toEqual([]);
  await expect(fixSaved({ cwd, write: true })).rejects.toMatchObject({ code: 'fix-needs-file' });
});
