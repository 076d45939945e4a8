/** Every command in every `sh` block of every page runs as it stands, or is listed with the reason why not. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cli } from './lib/cli.js';
import {
  allPages,
  commandsOf,
  commandsOutside,
  ENDS,
  GATES,
  NOT_RUN,
  pagesWithCommands,
  SERVES,
} from './lib/docs/commands.js';
import { FIRST, FIRST_IN_REFERENCE, worldOf } from './lib/docs/world.js';

const pages = pagesWithCommands();
const REFERENCE = 'docs/reference/cli.md';
const isRun = (line: string): boolean => !NOT_RUN.some(([fits]) => fits.test(line));
const withoutComment = (line: string): string => line.replace(/\s+#\s.*$/, '');
/** The same for everybody who types it; a comment that tells the exit code belongs to it. */
const asTyped = (line: string): string =>
  (line.includes('exit code') ? line : withoutComment(line)).replace(/^npx (-y )?/, '');
const runElsewhere = new Set(
  pages.filter((page) => page !== REFERENCE).flatMap((page) => commandsOf(page).filter(isRun).map(asTyped)),
);
/** The reference repeats commands of other pages, which run there. */
const linesOf = (page: string): string[] =>
  commandsOf(page)
    .filter(isRun)
    .filter((line) => page !== REFERENCE || !runElsewhere.has(asTyped(line)));
/** Addresses of the pages; each stands for a server on loopback. */
const ADDRESS = /https:\/\/(?:mcp\.)?example\.com\/mcp|http:\/\/(?:localhost|127\.0\.0\.1):3000\/mcp/g;
let mock: ReturnType<typeof spawn>;
let address = '';

beforeAll(async () => {
  const manifest = join(worldOf('').dir, 'weather.yml');
  mock = spawn(process.execPath, [cli, 'mock', '--tools-from', manifest, '--http', '--port', '0'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  address = await new Promise((done) => {
    mock.stderr!.on('data', (chunk: Buffer) => {
      const found = /http:\/\/\S+/.exec(chunk.toString('utf8'))?.[0];
      if (found) done(found);
    });
  });
});
afterAll(() => {
  mock.kill();
});

it('finds the commands of the pages', () => {
  expect(pages.length).toBeGreaterThan(25);
  expect(pages.flatMap(commandsOf).length).toBeGreaterThan(200);
  expect(linesOf(REFERENCE).length).toBeGreaterThan(40);
});

it('finds no command outside of the blocks that are run', () => {
  expect(allPages().flatMap((page) => commandsOutside(page).map((line) => `${page}: ${line}`))).toEqual([]);
});

it('leaves out nothing that is not there any more', () => {
  const lines = pages.flatMap(commandsOf);
  expect(
    NOT_RUN.filter(([fits]) => !lines.some((line) => fits.test(line))).map(([fits]) => String(fits)),
  ).toEqual([]);
  expect(
    ENDS.filter(([fits]) => !lines.some((line) => fits.test(line))).map(([fits]) => String(fits)),
  ).toEqual([]);
});

// Each has a folder of its own, so that several run at once.
it.concurrent.each(pages)('%s', { timeout: 900_000 }, async (page) => {
  const world = worldOf(page);
  const wrong: unknown[] = [];
  for (const line of linesOf(page)) {
    const firsts = page === REFERENCE ? [...FIRST, ...FIRST_IN_REFERENCE] : FIRST;
    for (const [fits, first] of firsts) if (fits.test(line)) await world.sh(first);
    const serves = SERVES.test(line);
    const typed = withoutComment(line)
      .replace(ADDRESS, address)
      .replace(/--port \d+/, '--port 0')
      .replace('--for 30s', '--for 1s');
    const announced = Number(
      /exit code (\d+)/.exec(line)?.[1] ?? ENDS.find(([fits]) => fits.test(line))?.[1] ?? 0,
    );
    const { code, said } = await world.sh(
      typed,
      serves ? /http:\/\/127\.0\.0\.1:\d+|listening|serving/i : undefined,
    );
    const good = serves ? code === 0 || code === 143 : code === announced || (code === 1 && GATES.test(line));
    if (!good) wrong.push({ line, typed, code, announced, said: said.slice(-600) });
  }
  expect(wrong).toEqual([]);
});
