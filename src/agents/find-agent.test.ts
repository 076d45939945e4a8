/** Where the program of an agent is looked for. */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { findAgent } from './find-agent.js';

const GOOSE = `goose-binary-${process.platform}-${process.arch}`;

function folderWith(...programs: string[]): string {
  const dir = mkdtempSync(join(tmpdir(), 'find-agent-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  for (const name of programs) {
    writeFileSync(join(dir, name), '#!/bin/sh\n');
    chmodSync(join(dir, name), 0o755);
  }
  return dir;
}

it.each([
  ['the program by its name', ['goose'], 'goose'],
  ['by the name that npm gives it', [GOOSE], GOOSE],
  ['by its own name first', [GOOSE, 'goose'], 'goose'],
])('finds %s', (_, programs, expected) => {
  const dir = folderWith(...programs);
  expect(findAgent({ name: 'goose', dir, env: { PATH: dir } })).toEqual({ program: join(dir, expected) });
});

it('takes nothing in the place of a program that was named', () => {
  const dir = folderWith('goose', GOOSE);
  const env = { PATH: dir, MCPTEST_AGENT_GOOSE: join(dir, 'gone') };
  expect(findAgent({ name: 'goose', dir, env })).toEqual({
    missing: expect.stringContaining('gone is not a program that can be run'),
  });
});

it('says how to get one that is not there', () => {
  const dir = folderWith();
  const { missing } = findAgent({ name: 'goose', dir, env: { PATH: dir } }) as { missing: string };
  expect(missing).toContain(`npm install -g @aaif/${GOOSE}`);
});
