/** The first example of docs/scoring-traces.md does what the page says. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { folder, mcptest, root } from './lib/cli.js';

const page = readFileSync(join(root, 'docs', 'scoring-traces.md'), 'utf8');
const section = page.slice(page.indexOf('## A first gate'), page.indexOf('## Where the files are'));
const block = (language: string): string =>
  new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(section)![1]!;
const commands = [...section.matchAll(/```sh\n([\s\S]*?)```/g)].flatMap((match) =>
  match[1]!.trim().split('\n'),
);
const words = (command: string): string[] =>
  command
    .replace(/\s+#.*$/, '')
    .split(' ')
    .slice(1);

it('prints what the page shows', async () => {
  const cwd = folder({ 'suite.yml': block('yaml'), 't.json': block('json') });
  const { code, stdout } = await mcptest(words(commands[0]!), { cwd });
  const plain = stdout.replace(/ in \d+ms$/gm, '').replace(/ +\d+ms$/gm, '     0ms');
  expect(plain).toBe(block('text'));
  expect(code).toBe(1);
});

it('compares two scores as the page shows', async () => {
  const cwd = folder({ 'suite.yml': block('yaml'), 't.json': block('json') });
  const ran = [];
  for (const command of commands.slice(1)) {
    // The trace of before the change has both right tools.
    const before = JSON.stringify({
      calls: ['brave.web_search', 'http.get'].map((tool) => ({ tool, args: {} })),
    });
    writeFileSync(join(cwd, 't.json'), command.includes('base.json') ? before : block('json'));
    ran.push(await mcptest(words(command), { cwd }));
  }
  expect(ran.map(({ code }) => code)).toEqual([0, 1, 0]);
  expect(ran[2]!.stdout).toContain('regressed researcher');
  expect(ran[2]!.stdout).toContain('tool_selection.f1: 100 → 50 (-50)');
});
