import { expect, it } from 'vitest';
import { chaos, folder, shelf } from '../../test/lib/cli.js';
import { learnServer } from './learn.js';

it('learns all that a server offers, and how a suite reaches it again', async () => {
  const cwd = folder();
  const learned = await learnServer({
    command: shelf,
    cwd,
    suite_file: 'tests/books.yml',
    protocol: 'modern',
  });
  await learned.closing;
  expect(learned.catalog).toMatchObject({
    server: 'shelf',
    tools: [{ name: 'find_book' }, { name: 'lend_book' }, { name: 'count_books' }],
    resources: [{ uri: 'shelf://rules' }],
    prompts: [{ name: 'recommend' }],
  });
  expect(learned.target).toEqual({ command: shelf, cwd: '..', protocol: 'modern' });
  expect(learned.facts.capabilities).toHaveProperty('prompts');
});

it('asks for nothing that the server does not declare', async () => {
  const learned = await learnServer({ command: chaos('none') });
  await learned.closing;
  expect(learned.catalog).toMatchObject({ resources: [], prompts: [] });
  expect(learned.notes).toEqual([]);
});

it('a saved catalogue is played by a mock, named from where the suite will stand', async () => {
  const saved = { tools: [{ name: 'x', inputSchema: {} }], resources: [{ uri: 'a:b', name: 'b' }] };
  const cwd = folder({ 'tools.json': JSON.stringify(saved) });
  const learned = await learnServer({ from: 'tools.json', cwd, suite_file: 'tests/x.yml' });
  expect(learned.target).toEqual({ command: ['mcptest', 'mock', '--tools-from', '../tools.json'] });
  expect(learned.catalog).not.toHaveProperty('resources');
});
