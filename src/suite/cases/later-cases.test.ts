// biome-ignore-all lint/suspicious/noTemplateCurlyInString: references are the subject.
/** Very many cases are read some at a time, and come to the same as if they were read together. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v8 from 'node:v8';
import { expect, it, onTestFinished, vi } from 'vitest';
import { isPacked } from '../../util/plain.js';
import { parseSuite } from '../parse-suite.js';

vi.mock('node:v8', { spy: true });

const COUNT = 2_100;

function folder(cases: readonly object[], more = ''): { cwd: string; file: string; text: string } {
  const cwd = mkdtempSync(join(tmpdir(), 'later-cases-'));
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
  writeFileSync(join(cwd, 'rows.jsonl'), cases.map((row) => JSON.stringify(row)).join('\n'));
  // A list of the suite's own is always read together.
  writeFileSync(join(cwd, 'rows.yaml'), cases.map((row) => `- ${JSON.stringify(row)}`).join('\n'));
  const text = `
servers: { notes: { command: [notes-server] } }
tools:
  - { name: plain, tool: search }
agents:
  - name: before
    model: lexical
    prompt: hello
  - name: many
    model: lexical
    tags: [all]
    prompt: \${case.prompt}
    cases: { from: rows.jsonl }
    dataset: { expect: [{ dataset.accuracy: 100 }] }
  - name: after
    model: lexical
    prompt: bye
${more}`;
  return { cwd, file: join(cwd, 'mcptest.yml'), text };
}

const rowOf = (at: number): Record<string, unknown> => ({
  name: `r${at}`,
  prompt: `find ${at}`,
  expect_tools: at % 4 === 0 ? 'none' : ['search', `read_${at % 5}`],
  ...(at % 3 === 0 && { tags: 'third' }),
  ...(at % 11 === 0 && { expect_tools: 'search', expect_args: { q: at } }),
});

const rows = Array.from({ length: COUNT }, (_, at) => rowOf(at));

async function both(made: ReturnType<typeof folder>) {
  const read = (text: string) =>
    parseSuite(text, { cwd: made.cwd, workspace: made.cwd, env: {}, file: made.file });
  return [await read(made.text), await read(made.text.replace('rows.jsonl', 'rows.yaml'))] as const;
}

it('the tests are those of a suite that is read together, in the same order', async () => {
  const [some, together] = await both(folder(rows));
  expect(some.problems).toEqual([]);
  const [suite, other] = [some.suites[0]!, together.suites[0]!];
  expect(suite.agents.filter(isPacked)).toHaveLength(COUNT);
  expect(other.agents.some(isPacked)).toBe(false);
  const shown = ({ agents }: typeof suite) =>
    agents.map((one) => ({ ...one, ...(one.case && { case: { ...one.case, file: '' } }) }));
  expect(shown(suite)).toStrictEqual(shown(other));
  expect(suite.agents.map(({ name }) => name).slice(-2)).toEqual([`many [r${COUNT - 1}]`, 'after']);
  expect(suite.tests).toEqual(other.tests);
});

it.each([
  ['a cell of the wrong kind', { expect_tools: { a: 1 } }],
  ['a missing column', { prompt: undefined }],
])('what is wrong with a late row is told as if all were read together: %s', async (_, wrong) => {
  const [some, together] = await both(
    folder(rows.map((row, at) => (at === 2_050 || at === 3 ? { ...row, ...wrong } : row))),
  );
  const told = ({ problems }: typeof some) => problems.map(({ message }) => message);
  expect(told(some).length).toBeGreaterThan(0);
  expect(told(some).join('\n')).toBe(told(together).join('\n').replaceAll('rows.yaml', 'rows.jsonl'));
});

it.each(['many [r2099]', 'many'])('a name that a late case has is taken: %s', async (name) => {
  const [some] = await both(folder(rows, `  - { name: "${name}", model: lexical, prompt: x }`));
  expect(some.problems.map(({ message }) => message).join()).toMatch(/is taken by|reads like a run/);
});

it('a name that a test of another kind has is taken', async () => {
  const [some] = await both(folder(rows, '\nresources:\n  - { name: "many [r2099]", uri: "x://y" }'));
  expect(some.problems.map(({ message }) => message).join()).toMatch(/is taken by/);
});

it('of very many cases garbage is collected early, of fewer when V8 likes', async () => {
  vi.mocked(v8.setFlagsFromString).mockClear();
  await both(folder(rows.slice(0, 900)));
  expect(v8.setFlagsFromString).not.toHaveBeenCalled();
  await both(folder(rows));
  expect(v8.setFlagsFromString).toHaveBeenCalledExactlyOnceWith('--heap-growing-percent=30');
});
