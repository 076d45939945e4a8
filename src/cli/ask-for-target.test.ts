import { describe, expect, it } from 'vitest';
import type { DeclaredServer } from '../client-config/client-configs.js';
import { chooseTarget } from './ask-for-target.js';

const declared: DeclaredServer[] = [
  { name: 'one', client: 'Cursor', file: 'f', scope: 'project', command: ['node', 'a.js'] },
  { name: 'two', client: 'VS Code', file: 'g', scope: 'project', url: 'https://two.example/mcp' },
];

async function answer(answers: string[], servers = declared) {
  const told: string[] = [];
  const target = await chooseTarget(
    servers,
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

  it('asks again, but not for ever', async () => {
    expect((await answer(['', '9', '1'])).target).toEqual({ server: 'one' });
    await expect(answer([], [])).rejects.toThrow('no server was named');
  });
});
