import { describe, expect, it } from 'vitest';
import { parseDotenv } from './dotenv.js';

const read = (text: string) => ({ ...parseDotenv(text).values });

describe('parseDotenv', () => {
  it.each([
    ['A=1\nB=two words  ', { A: '1', B: 'two words' }],
    ['export A = x', { A: 'x' }],
    ['# A=1\n\n  # B\nC=3 # four', { C: '3' }],
    ['A=#fff', { A: '' }],
    ['A=x#y', { A: 'x#y' }],
    ["A='x # \\n $B'", { A: 'x # \\n $B' }],
    ['A="x \\"y\\" \\n z" # c', { A: 'x "y" \n z' }],
    ['A="one\ntwo"\nB=3', { A: 'one\ntwo', B: '3' }],
    ['A=${B} `id` $(id)', { A: '${B} `id` $(id)' }],
    ['A=a=b', { A: 'a=b' }],
    ['A=\r\nB=2\r\n', { A: '', B: '2' }],
    ['\ufeffA=1', { A: '1' }],
    ['A=1\nA=2', { A: '2' }],
  ])('%j', (text, values) => {
    expect(read(text)).toEqual(values);
    expect(parseDotenv(text).problems).toEqual([]);
  });

  it.each([
    ['A=1\nnonsense', [2, 'NAME=value']],
    ['A="open\nB=1', [1, 'not closed']],
    ['A="x" y', [1, 'after the closing']],
    ['9A=1', [1, 'NAME=value']],
  ])('says what is wrong with %j', (text, [line, message]) => {
    const [problem] = parseDotenv(text).problems;
    expect(problem).toMatchObject({ line, message: expect.stringContaining(message as string) });
  });

  it('keeps a name such as __proto__ as data', () => {
    expect(Object.keys(parseDotenv('__proto__=1').values)).toEqual(['__proto__']);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});
