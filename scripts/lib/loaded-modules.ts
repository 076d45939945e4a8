/**
 * Which of our own source modules a command initialises: what the parts are made of that the built bundle has started.
 * Modules of types leave nothing in the bundle, and modules of packages do not count.
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { partsIn } from './bundle-parts.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The commands whose loading is watched; they all work offline, in the folder of the project. */
export const WATCHED_COMMANDS: Record<string, string[]> = {
  'run examples/demo': ['run', 'examples/demo'],
  'run examples/distractor-tools': ['run', 'examples/distractor-tools'],
  'tdqs score --from': ['tdqs', 'score', '--from', 'examples/tool-quality/after.json'],
};

/** How many modules each of them may initialise; test/loading.test.ts holds it. */
export const MOST_MODULES: Record<string, number> = {
  'run examples/demo': 205,
  'run examples/distractor-tools': 355,
  'tdqs score --from': 150,
};

const START = `
  const [file, ...argv] = process.argv.slice(1);
  const bundle = require(file);
  process.on('exit', () => require('node:fs').writeSync(3, JSON.stringify([...bundle.loaded.keys()])));
  bundle.start(argv);`;

/** Paths below `src/`; what the command itself says is dropped. */
export function loadedModules(argv: string[], workspace: string): Promise<string[]> {
  const writes = argv[0] === 'run' ? ['--workspace', workspace] : [];
  const child = spawn(
    process.execPath,
    ['-e', START, join(root, 'dist', 'mcptest.cjs'), ...argv, ...writes],
    {
      cwd: root,
      env: { ...process.env, CI: undefined, NO_COLOR: '1' },
      stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
    },
  );
  const [told, list] = [textOf(child.stdio[2]), textOf(child.stdio[3])];
  return new Promise((done, reject) => {
    child.on('error', reject);
    child.on('close', async (code) => {
      if (code !== 0) return reject(new Error(`mcptest ${argv.join(' ')} ended with ${code}: ${await told}`));
      const used = new Set(JSON.parse(await list) as string[]);
      const parts = ['mcptest.cjs', 'rest.cjs'].flatMap((file) =>
        partsIn(readFileSync(join(root, 'dist', file), 'latin1')),
      );
      const modules = parts.filter(({ name }) => used.has(name)).flatMap((part) => part.modules);
      done(modules.filter((name) => name.startsWith('src/')).map((name) => name.slice('src/'.length)));
    });
  });
}

/** `12 suite, 9 util`: how many of these modules lie in each room, the fullest first. */
export function countByRoom(modules: string[]): string {
  const counts = new Map<string, number>();
  for (const module of modules) {
    const room = module.split('/')[0]!;
    counts.set(room, (counts.get(room) ?? 0) + 1);
  }
  const fullest = [...counts].sort(([a, m], [b, n]) => n - m || a.localeCompare(b));
  return fullest.map(([room, count]) => `${count} ${room}`).join(', ');
}

async function textOf(stream: unknown): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
