/** Suites run in this very process against mocks of this very process: many small runs in little time. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { loadManifest } from '../../src/mock/load-manifest.js';
import { serveHttp } from '../../src/mock/serve-http.js';
import { type RunInput, type RunReport, run } from '../../src/verbs/run.js';

/** The address of a mock that is there until the tests of the file are over. */
export async function startMock(manifest: object): Promise<string> {
  const file = join(mkdtempSync(join(tmpdir(), 'mock-')), 'mock.json');
  writeFileSync(file, JSON.stringify({ mock_server: manifest }));
  const server = await serveHttp(await loadManifest(file), { port: 0, log: () => {} });
  afterAll(() => server.close());
  return server.url;
}

/** Runs the suites of a folder made for them; nothing is saved. */
export async function runFiles(files: Record<string, unknown>, input: RunInput = {}): Promise<RunReport> {
  const cwd = mkdtempSync(join(tmpdir(), 'suites-'));
  for (const [name, content] of Object.entries(files))
    writeFileSync(join(cwd, name), typeof content === 'string' ? content : JSON.stringify(content, null, 1));
  try {
    return await run({ cwd, workspace: cwd, save: false, env: { PATH: process.env.PATH }, ...input });
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
}
