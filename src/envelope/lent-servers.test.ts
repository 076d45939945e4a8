import { expect, test } from 'vitest';
import type { ToolCoverage } from '../types/envelope.js';
import { coverageShare, uncalledTools } from './lent-servers.js';

const row = (file: string, uncovered: string[], lent_by?: string): ToolCoverage => ({
  file,
  server: 's',
  ...(lent_by === undefined ? {} : { lent_by }),
  total: 3,
  covered: 3 - uncovered.length,
  percent: 0,
  uncovered,
});

test('suites that borrow a server from one file cover its tools together', () => {
  const rows = [row('a.yml', ['y', 'z'], 'shared.yml'), row('b.yml', ['x', 'z'], 'shared.yml')];
  expect(coverageShare(rows)).toEqual({ total: 3, covered: 2, percent: 67 });
  expect(uncalledTools(rows)).toEqual(['s.z']);
});

test('servers of the same name in other files are other servers', () => {
  const rows = [row('a.yml', ['y'], 'shared.yml'), row('b.yml', ['x'], 'other.yml'), row('shared.yml', [])];
  expect(coverageShare(rows)).toEqual({ total: 9, covered: 7, percent: 78 });
  expect(uncalledTools(rows)).toEqual(['s.y', 's.x']);
  expect(uncalledTools(rows, ({ file }) => file === 'b.yml')).toEqual(['s.x']);
});

test('nothing was measured where there is no row', () => {
  expect(coverageShare([])).toEqual({ total: 0, covered: 0 });
});
