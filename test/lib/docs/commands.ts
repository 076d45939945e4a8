/** What the pages tell readers to type: the lines of their `sh` blocks, joined where one goes on with a backslash. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../cli.js';

/** Taken step by step, with what they print, by test/tutorial.test.ts. */
const TAKEN_ELSEWHERE = ['docs/quick-start.md', 'docs/first-agent-test.md'];

export function allPages(): string[] {
  const below = (dir: string): string[] =>
    readdirSync(join(root, dir), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.md') && !file.includes('node_modules'))
      .map((file) => `${dir}/${file.replaceAll('\\', '/')}`);
  return ['README.md', 'CONTRIBUTING.md', ...below('docs'), ...below('examples')];
}

export function pagesWithCommands(): string[] {
  return allPages()
    .filter((page) => !TAKEN_ELSEWHERE.includes(page) && commandsOf(page).length > 0)
    .sort();
}

export function commandsOf(page: string): string[] {
  const text = readFileSync(join(root, page), 'utf8');
  return [...text.matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(([, block]) =>
    block!
      .replaceAll('\\\n', ' ')
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '' && !line.startsWith('#')),
  );
}

/** Lines that look like commands and stand in a block that nobody runs; a synopsis has brackets. */
export function commandsOutside(page: string): string[] {
  const text = readFileSync(join(root, page), 'utf8');
  return [...text.matchAll(/^```(\w*)\n([\s\S]*?)^```/gm)]
    .filter(([, language]) => language !== 'sh')
    .flatMap(([, , block]) => block!.split('\n'))
    .filter((line) => /^(?:npx (?:-y )?)?mcptest [a-z]/.test(line) && !line.includes('['));
}

/** Why a command is not run. Every entry must still fit some line. */
export const NOT_RUN: [RegExp, string][] = [
  [
    /^npm (ci|init|install|run|test)\b|eval:tdqs/,
    'works on this repository itself, or needs the npm registry',
  ],
  [/^export /, 'sets a variable, which the test has set'],
  [/^git /, 'is git'],
  [/completion zsh/, 'names a folder that only zsh knows'],
  [/^(mkdir|cp) /, 'copies files of this repository'],
  [/^codex /, 'starts an agent that may not be installed'],
  [/postgres:\/\/|"\$STORE"/, 'needs PostgreSQL; test/registry-stores.test.ts has one'],
  [/--judge |tdqs calibrate/, 'asks a model; test/tdqs.test.ts does so on loopback'],
  [/improve .*--model/, 'asks a model'],
  [/redteam .*(--model|--agent)/, 'asks a model or an agent of the reader; test/redteam.test.ts has both'],
  [/agents\.yml/, 'asks models of two providers; test/cassettes.test.ts does so on loopback'],
  [
    /^(npx )?mcptest audit notes weather/,
    'clients of this machine declare no such servers; test/audit.test.ts does',
  ],
  [/^(npx )?mcptest audit\s*(#|$)/, 'asks which of several servers is meant; test/audit.test.ts answers'],
  [/generate cases .*--model/, 'asks a model; test/draft-cases.test.ts does so on loopback'],
  [/run --resume/, 'needs a run that was stopped; test/resume.test.ts stops one'],
  [/run --against /, 'needs agent tests with two catalogues; test/against.test.ts has them'],
  [/init --registry/, 'needs a package of npm; src/manifest drafts one in its tests'],
  [/mcptest types notes/, 'needs a server of that name; test/in-code.test.ts has one'],
  [/confusion-csv/, 'needs a run with cases; test/datasets.test.ts makes one'],
  [/^mcptest view 'http/, 'opens a link that somebody sent; test/view.test.ts makes one'],
  [/--otlp http/, 'needs a collector; test/otlp.test.ts is one'],
  [/score --trace session\.jsonl/, 'needs a session of Claude Code; test/score-input.test.ts has one'],
  [/proxy weather .*--format cassette/, 'waits for an agent; test/proxy.test.ts is one'],
  [/(serve|verify) --cassette|--trace run\.jsonl/, 'plays what an agent recorded; test/proxy.test.ts does'],
  [/^mcptest init$/, 'asks, on a terminal; test/init.test.ts answers'],
  [
    /ingest (https|servers\.json)/,
    'reads a registry on the network; test/registry.test.ts has one on loopback',
  ],
];

/** Commands that serve until they are stopped. They are, once they have said that they are there. */
export const SERVES =
  /^mcptest (view|mock .*--(http|sse)|mcp-server --http|serve .*--http|proxy --http|tdqs serve)/;

/** Where another exit code than 0 is what the page is about. */
export const ENDS: [RegExp, number][] = [
  // The server of the example folder has tools alone.
  [/^mcptest (resources|prompts) -- node server\.js/, 1],
];

/** A gate on figures that this server and this machine need not meet: what counts is that it is judged. */
export const GATES =
  /--fail-under|--max-p95-ms|--fail-on|--gate|--min-drop|^mcptest security|^mcptest lint --from/;
