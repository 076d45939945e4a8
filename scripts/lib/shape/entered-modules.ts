/** The modules of ours in the order in which a command first enters each, by a bundle that notes every call. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { build, type Plugin } from 'esbuild';
import { isFunction } from './habits.js';
import { parseSource, visit } from './source-files.js';

/** Long timers take longer still, so that what only happens in slow runs never does, however busy the machine is. */
const ENTERED = `const __here = require('node:url').pathToFileURL(__filename).href;
  const __entered = new Set();
  let __starting = 0;
  process.on('exit', () => require('node:fs').writeFileSync(__dirname + '/entered.json', JSON.stringify([...__entered])));
  const __soon = globalThis.setTimeout;
  globalThis.setTimeout = (call, ms, ...rest) => __soon(call, ms < 300 ? ms : ms * 20, ...rest);
  const __enter = (file) => { if (__starting === 0) __entered.add(file); };`;

export async function enteredModules(root: string, argv: string[]): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'mcptest-shape-'));
  try {
    // Servers that are mcptest itself run as published.
    writeFileSync(
      join(folder, 'cli.js'),
      `import(${JSON.stringify(pathToFileURL(join(root, 'dist/cli.js')).href)})`,
    );
    const bundle = join(folder, 'bundle.cjs');
    await build({
      bundle: true,
      format: 'cjs',
      platform: 'node',
      target: 'node20.19',
      absWorkingDir: root,
      stdin: {
        resolveDir: join(root, 'src'),
        contents: `require('./cli/start.js').start(process.argv.slice(2));`,
      },
      outfile: bundle,
      supported: { 'dynamic-import': false },
      define: { __VERSION__: '"0.0.0"', 'import.meta.url': '__here' },
      banner: { js: ENTERED },
      plugins: [noted(root)],
    });
    await promisify(execFile)(process.execPath, [bundle, ...argv, '--workspace', folder], {
      cwd: root,
      env: { ...process.env, CI: undefined },
    });
    return JSON.parse(readFileSync(join(folder, 'entered.json'), 'utf8')) as string[];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function noted(root: string): Plugin {
  const src = join(root, 'src');
  return {
    name: 'noted',
    setup: ({ onResolve, onLoad }) => {
      onResolve({ filter: /^@ai-sdk\// }, () => ({ path: join(root, 'dist/providers.cjs'), external: true }));
      onResolve({ filter: /\/cl100k\.js$/ }, () => ({ path: join(root, 'dist/cl100k.cjs'), external: true }));
      onLoad({ filter: /\.tsx?$/ }, ({ path }) => {
        const file = relative(src, path).split(sep).join('/');
        if (file.startsWith('../') || file.endsWith('.generated.ts')) return undefined;
        const contents = noteCalls(file, readFileSync(path, 'utf8'));
        return { contents, loader: path.endsWith('x') ? 'tsx' : 'ts' };
      });
    },
  };
}

/** The module with a note at the start of every function, and around what runs as it is initialised. */
export function noteCalls(file: string, text: string): string {
  const note = `__enter(${JSON.stringify(file)})`;
  const added: { at: number; code: string }[] = [];
  visit(parseSource(file, text).program, (node) => {
    if (!isFunction(node)) return;
    const { type, start, end } = node.body;
    if (type === 'BlockStatement') added.push({ at: start + 1, code: `${note};` });
    else added.push({ at: start, code: `(${note},` }, { at: end, code: ')' });
  });
  added.sort((a, b) => a.at - b.at);
  let done = 0;
  const parts = added.map(({ at, code }) => {
    const part = text.slice(done, at) + code;
    done = at;
    return part;
  });
  return `__starting++;${parts.join('')}${text.slice(done)}\n__starting--;`;
}
