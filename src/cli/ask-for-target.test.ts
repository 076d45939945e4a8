import { describe, expect, it } from 'vitest';
import type { DeclaredServer } from '../client-config/client-configs.js';
import { type Asking, chooseTarget } from './ask-for-target.js';

const declared: DeclaredServer[] = [
  { name: 'one', client: 'Cursor', file: 'f', scope: 'project', command: ['node', 'a.js'] },
  { name: 'two', client: 'VS Code', file: 'g', scope: 'project', url: 'https://two.example/mcp' },
];

const INIT = { command: 'init', heading: 'Servers that this project declares:' } as const;
const AUDIT = { command: 'audit', heading: 'Servers that your MCP clients declare:' } as const;

async function answer(answers: string[], servers = declared, asking: Asking = INIT) {
  const told: string[] = [];
  const target = await chooseTarget(
    servers,
    asking,
    async () => answers.shift() ?? '',
    (line) => told.push(line),
  );
  return { target, told };
}

describe('chooseTarget', () => {
  it('lists what the project declares and takes a number', async () => {
    const { target, told } = await answer(['2']);
    expect(target).toEqual({ server: 'two' });
    expect(told).toEqual([
      'Servers that this project declares:',
      '  1  one  node a.js  (Cursor)',
      '  2  two  https://two.example/mcp  (VS Code)',
    ]);
  });

  it.each([
    ['one', { server: 'one' }],
    ['https://x.example', { url: 'https://x.example' }],
    ['node server.js --port "1 2"', { command: 'node server.js --port "1 2"' }],
  ])('takes %s', async (text, target) => {
    expect((await answer([text])).target).toEqual(target);
  });

  it('starts no program called yes or no', async () => {
    expect((await answer(['y', '2'])).target).toEqual({ server: 'two' });
    expect((await answer(['Yes'], declared.slice(0, 1))).target).toEqual({ server: 'one' });
    for (const word of ['n', 'No', 'q', 'exit'])
      await expect(answer([word], declared, AUDIT)).rejects.toThrow(
        'no server was chosen, so none was started',
      );
  });

  it('asks again, but not for ever', async () => {
    expect((await answer(['', '9', '1'])).target).toEqual({ server: 'one' });
    await expect(answer([], [])).rejects.toThrow('no server was named');
  });

  it.each([
    ['all', ['one', 'two']],
    ['2, 1', ['two', 'one']],
    ['1 1 2', ['one', 'two']],
  ])('takes %s where several may be meant', async (text, servers) => {
    expect((await answer([text], declared, AUDIT)).target).toEqual({ servers });
  });

  it('starts nothing that is not on the list, and takes no list of several for a suite', async () => {
    const { target, told } = await answer(['1, 9', '1'], declared, AUDIT);
    expect(target).toEqual({ server: 'one' });
    expect(told.at(-1)).toBe('Choose 1 to 2, or write a command or a URL.');
    expect((await answer(['1, 2', '2'])).target).toEqual({ server: 'two' });
  });
});
