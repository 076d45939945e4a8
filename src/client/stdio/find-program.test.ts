import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { refused, spec } from '../chaos-testkit.js';
import { startProblem } from './find-program.js';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'mcptest-find-'));
  script('good', '#!/bin/sh\nexit 0\n', 0o755);
  script('plain', 'text', 0o644);
  script('lost', '#!/no/such/interpreter -x\n', 0o755);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function script(name: string, text: string, mode: number): void {
  writeFileSync(path.join(folder, name), text);
  chmodSync(path.join(folder, name), mode);
}

test('a name is looked for on the path it is given, a path in the working directory', () => {
  expect(startProblem('good', '/', `/no/such:${folder}`)).toBeUndefined();
  expect(startProblem('./good', folder, '')).toBeUndefined();
  expect(startProblem('good', '/', '/bin')).toBe('ENOENT');
  expect(startProblem('./good', '/', folder)).toBe('ENOENT');
  expect(startProblem('', folder, folder)).toBe('ENOENT');
});

test('what is there but cannot run is told apart', () => {
  expect(startProblem('plain', '/', folder)).toBe('EACCES');
  expect(startProblem(folder, '/', '')).toBe('EACCES');
  expect(startProblem('good', '/no/such/folder', folder)).toBe('ENOENT');
});

test('a script whose interpreter is missing says so', async () => {
  const failure = await refused(spec({ command: [path.join(folder, 'lost')] }));
  expect(failure).toMatchObject({ stage: 'spawn', code: 'ENOENT' });
  expect(failure.message).toContain('interpreter');
});
