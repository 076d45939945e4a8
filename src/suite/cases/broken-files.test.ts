import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { parseSuite } from '../parse-suite.js';

async function problemsOf(name: string, text: string | Uint8Array, more: object = {}): Promise<string[]> {
  const cwd = mkdtempSync(join(tmpdir(), 'cases-'));
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
  writeFileSync(join(cwd, name), text);
  const tools = [{ name: 'adds', tool: 'add', ...more, cases: { from: name } }];
  const suite = JSON.stringify({ servers: { m: { command: ['x'] } }, tools });
  const read = await parseSuite(suite, { cwd, workspace: cwd, env: {}, file: 'mcptest.yml' });
  expect(read.suites).toEqual([]);
  return read.problems.map(({ file, line, message }) => `${file}:${line} ${message}`);
}

it.each([
  ['a.csv', 'a,b\n1,2\n1,2,3\n', 'a.csv:3 the row has 3 cells, the header 2'],
  ['a.csv', 'a,b\n1,2\n1\n', 'a.csv:3 the row has 1 cell, the header 2'],
  ['a.csv', 'a,b\n1,2\n"x" y,2\n', 'a.csv:3 something comes after a closing double quote'],
  ['a.csv', 'a,b\n1,2\n\nx"y,2\n', 'a.csv:4 a double quote is inside a cell that does not begin with one'],
  ['a.csv', 'a,b\n1,"2\n3,4\n', 'a.csv:2 a double quote is not closed'],
  ['a.csv', 'a,a\n1,2\n', 'a.csv:1 two columns have the name `a`'],
  ['a.csv', 'a,\n1,2\n', 'a.csv:1 column 2 has no name'],
  ['a.csv', 'a,b\n', 'a.csv:1 there is no case in this file'],
  ['a.csv', 'name\nx\ny\nx\n', 'a.csv:4 the name `x` is taken by the case at line 2'],
  ['a.jsonl', '{"a":1}\r\n{"a":\r\n', 'a.jsonl:2 the line is not JSON'],
  [
    'a.jsonl',
    `{"a":1}\n{"a":"${'x'.repeat(1_000_000)}"}\n`,
    'a.jsonl:2 the line is longer than 1 million characters',
  ],
  [
    'a.jsonl',
    `{"a":1}\n{"a":"${'x'.repeat(1_000_000)}"}`,
    'a.jsonl:2 the line is longer than 1 million characters',
  ],
  ['a.jsonl', '{"a":1}\n[1]\n', 'a.jsonl:2 expected a JSON object, found a list'],
  ['a.jsonl', '{"a":1}\n{"a":1,"b":{"a":2},"a":"x"}\n', 'a.jsonl:2 the key `a` is given twice'],
  ['a.json', '[{"a":{"b":1,\n"b"\n:2}}]', 'a.json:2 the key `b` is given twice'],
  ['a.jsonl', '{"a":1}\n{"a":12345678901234567890}\n', 'a.jsonl:2 12345678901234567890 is too large to be'],
  ['a.jsonl', '{"a":"1e999",\t"b":[-1e999]}\n', 'a.jsonl:1 -1e999 is not a number that JSON knows'],
  ['a.json', '[{"a":1},\n{"a":-9007199254740993}]', 'a.json:2 -9007199254740993 is too large to be kept'],
  ['a.jsonl', '', 'a.jsonl:1 there is no case in this file'],
  ['a.jsonl', `{"a":${'['.repeat(5000)}${']'.repeat(5000)}}`, 'a.jsonl:1 nested deeper than 100 levels'],
  ['a.jsonl', Uint8Array.of(0x7b, 0x7d, 0x0a, 0xff, 0xfe), 'a.jsonl:1 the file is not UTF-8 text'],
  ['a.json', '[{"a":1},\n2]', 'a.json:2 expected a map, found 2'],
  ['a.json', '[{"a":1},\n', 'a.json:2 '],
  ['a.json', '{"a":1}', 'a.json:1 expected a list of cases, found a map'],
  ['a.yaml', '- a: 1\n- 2\n', 'a.yaml:2 expected a map, found 2'],
  ['a.txt', 'a', 'a.txt:1 cases are read from .jsonl, .csv, .yaml and .json files'],
])('%s that is broken gets a message with its line: %j', async (name, text, expected) => {
  const found = await problemsOf(name, text);
  expect(found).toHaveLength(1);
  expect(found[0]).toContain(expected);
});

it.each([
  ['{"r":1}\n{"r":"x"}\n{"r":1}', 'found "x" (in the case at a.jsonl:2)'],
  ['{"r":1}\n{"r":"x"}\n{"r":"x"}', 'found "x" (in the case at a.jsonl:2 and 1 other)'],
  // What is wrong with every case is wrong with the test.
  ['{"r":"x"}\n{"r":"x"}', 'mcptest.yml:1 expected a whole number from 0 to 100, found "x"'],
])('a value that does not fit where a row puts it is told with the row: %j', async (text, expected) => {
  const found = await problemsOf('a.jsonl', text, { retries: ['${', 'case.r}'].join('') });
  expect(found).toHaveLength(1);
  expect(found[0]?.endsWith(expected)).toBe(true);
});
