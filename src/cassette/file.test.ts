import { expect, test } from 'vitest';
import { readCassette } from './file.js';

const check = { target: 'agent', matcher: 'exit', outcome: 'fail', message: 'the agent exited with code 7' };

const text = (deeds: object, catalog = 0) =>
  JSON.stringify({
    version: 1,
    suite: 'mcptest.yml',
    test: 'own',
    subject: { prompt: 'Go.', servers: {} },
    servers: {},
    catalogs: [{ hash: '', tools: {} }],
    models: {
      command: { provider: 'command', model: 'command', runs: [{ catalog, events: [], deeds }] },
    },
  });

test('what an agent of your own did is read', () => {
  const deeds = { calls: [{ tool: 'read', args: {} }], text: 'Done.', check, notes: ['slow'] };
  expect(readCassette(text(deeds), 'own.json').models.command?.runs[0]?.deeds).toEqual(deeds);
});

test.each([
  { calls: 'none', text: '' },
  { calls: [{}], text: '' },
  { calls: [] },
  { calls: [], text: '', notes: [1] },
  { calls: [], text: '', faults: [{}] },
  { calls: [], text: '', check: 'exit' },
  { calls: [], text: '', check: { ...check, target: 1 } },
  { calls: [], text: '', check: { ...check, outcome: 'pass' } },
])('a damaged recording of it is refused: %j', (deeds) => {
  expect(() => readCassette(text(deeds), 'own.json')).toThrow('the runs of command cannot be read');
});

test.each([-1, 1, 0.5])('a run with the catalogue %d of one is refused', (catalog) => {
  const damaged = text({ calls: [], text: '' }, catalog);
  expect(() => readCassette(damaged, 'own.json')).toThrow('the runs of command cannot be read');
});
