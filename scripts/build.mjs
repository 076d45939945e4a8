// Bundles src/ into dist/: what plain runs use in one file, the rest in another, with the command and the library as doors.
// `--if-stale` builds only where dist/ was built from other files than those of today, and says so.
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { hashInputs, isFresh, STAMP } from './build-inputs.mjs';
import { buildPage } from './build-page.mjs';
import { buildParts, bundleTexts } from './lib/bundle-parts.mjs';
import { bundleTypes } from './lib/bundle-types.mjs';
import { bundledPackages, inputsOf, thirdPartyText } from './lib/bundled-packages.mjs';
import { sbomText } from './lib/sbom.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
process.chdir(root);
const PROVIDERS = {
  createAnthropic: '@ai-sdk/anthropic',
  createGoogleGenerativeAI: '@ai-sdk/google',
  createMistral: '@ai-sdk/mistral',
  createOpenAI: '@ai-sdk/openai',
  createOpenAICompatible: '@ai-sdk/openai-compatible',
};
/** Runs of plain tests; what they use is in the first file of the bundle. */
const PLAIN_RUNS = ['demo', 'real-servers/memory.mcptest.yml'];
/** What a plain run uses only sometimes (on a slow machine, where a suite has anchors): in the first file on every machine. */
const SOMETIMES = /^(?:live-run|yaml)-/;
const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
const { version } = manifest;

// Taken before anything is read: a file that changes meanwhile makes the build stale.
const inputs = hashInputs(root);
const onlyIfStale = process.argv.includes('--if-stale');
const withTypes = process.argv.includes('--types');
if (onlyIfStale) {
  if (isFresh(root, { hash: inputs, types: withTypes })) process.exit();
  console.log('dist/ was not built from the files of today; building it again.');
}

const pageInputs = await buildPage();
// Built beside and swapped in whole, so that a failed build leaves the last one in place.
const next = mkdtempSync('dist.next-');
const old = `${next}-old`;
process.on('exit', () => {
  for (const folder of [next, old]) rmSync(folder, { recursive: true, force: true });
});
const common = {
  metafile: true,
  bundle: true,
  format: 'cjs',
  platform: 'node',
  target: 'node20.19',
  // Node has had them for long; else a pattern with \p would be made anew at each call of its function.
  supported: { 'regexp-unicode-property-escapes': true },
  // One byte a character: V8 reads such sources faster.
  charset: 'ascii',
  legalComments: 'none',
  // Names stay, for stack traces.
  minifyWhitespace: true,
  minifySyntax: true,
  lineLimit: 200,
  logLevel: 'warning',
};
const HERE = `"use strict";const __here=require('node:url').pathToFileURL(__filename).href;`;
const versioned = { __VERSION__: JSON.stringify(version) };

// All of src in two files that start nothing by themselves: what a plain run uses, and the rest.
const DOORS = {
  start: { source: 'src/cli/start.ts', opens: 'async(argv)=>__load("start").start(argv)' },
  library: { source: 'src/index.ts', opens: '()=>__load("library")' },
  inCode: { source: 'src/in-code/engine.ts', opens: '()=>__load("inCode")' },
  judgeThread: {
    source: 'src/registry/work/judge-thread.ts',
    opens: 'async()=>__load("judgeThread").serveThread()',
  },
};
const { parts, metafile } = await buildParts({
  doors: DOORS,
  shared: {
    ...common,
    define: { ...versioned, 'import.meta.url': '__here' },
    plugins: [apart()],
    // What it names first is UMD, which cannot be bundled.
    alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
  },
});
const providers = await build({
  ...common,
  stdin: {
    resolveDir: '.',
    contents: Object.entries(PROVIDERS)
      .map(
        ([factory, name]) =>
          `exports.${factory} = (...given) => require('only:${name}').${factory}(...given);`,
      )
      .join('\n'),
  },
  outfile: `${next}/providers.cjs`,
  plugins: [only()],
});
const ranks = await build({
  ...common,
  entryPoints: ['src/tokens/cl100k.ts'],
  outfile: `${next}/cl100k.cjs`,
  plugins: [packedRanks()],
});
const vectors = await build({
  ...common,
  entryPoints: ['src/catalog/near/word-vectors.generated.ts'],
  outfile: `${next}/word-vectors.cjs`,
});
const sqlite = await build({
  ...common,
  stdin: { resolveDir: '.', contents: `module.exports = require('node-sqlite3-wasm');` },
  outfile: `${next}/sqlite-wasm.cjs`,
});
copyFileSync('node_modules/node-sqlite3-wasm/dist/node-sqlite3-wasm.wasm', `${next}/node-sqlite3-wasm.wasm`);
// The command is CommonJS, which Node starts sooner.
writeFileSync(`${next}/package.json`, '{ "type": "commonjs" }\n');
const command = await writeBundle(await partsOfPlainRuns());
// Their declarations of tests are ESM, as the test runners are; the engine is the bundle's.
const inTests = await build({
  ...common,
  format: 'esm',
  entryPoints: ['src/in-code/vitest.ts', 'src/in-code/node-test.ts'],
  outdir: next,
  outExtension: { '.js': '.mjs' },
  external: ['vitest'],
  plugins: [engineApart()],
});
const { library, inCode } = createRequire(import.meta.url)(join(root, next, 'mcptest.cjs'));
for (const [file, door, exported] of [
  ['index.mjs', 'library', library()],
  ['in-code.mjs', 'inCode', inCode()],
])
  writeFileSync(
    `${next}/${file}`,
    `import { createRequire } from 'node:module';
const { ${door} } = createRequire(import.meta.url)('./mcptest.cjs');
export const { ${Object.keys(exported).join(', ')} } = ${door}();
`,
  );
chmodSync(`${next}/cli.js`, 0o755);
// What most people ask first is there before the program is.
writeFileSync(
  `${next}/help.txt`,
  execFileSync(process.execPath, [`${next}/cli.js`, '--help'], {
    env: { NODE_DISABLE_COMPILE_CACHE: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  }),
);
const packages = bundledPackages([
  ...[{ metafile }, providers, ranks, vectors, sqlite, command, inTests].flatMap((each) =>
    inputsOf(each.metafile),
  ),
  ...pageInputs,
  // Its ranks are packed into a file of ours.
  'node_modules/gpt-tokenizer/package.json',
]);
writeFileSync(`${next}/THIRD-PARTY.txt`, thirdPartyText(packages));
writeFileSync(`${next}/sbom.cdx.json`, sbomText(packages, manifest));
// Declarations take longer than all the rest. Without `--types` those of an earlier build stay; a package has new ones.
const DECLARED = {
  'index.d.mts': 'index.ts',
  'vitest.d.mts': 'in-code/vitest.ts',
  'node-test.d.mts': 'in-code/node-test.ts',
};
for (const [file, source] of Object.entries(DECLARED))
  if (withTypes) await bundleTypes(`src/${source}`, `${next}/${file}`);
  else if (existsSync(`dist/${file}`)) copyFileSync(`dist/${file}`, `${next}/${file}`);
writeFileSync(`${next}/${STAMP}`, withTypes ? `${inputs}\n${inputs}` : inputs);
chmodSync(next, 0o755);
// Another process may have built the same meanwhile, and use it already.
if (!(onlyIfStale && isFresh(root, { hash: inputs, types: withTypes }))) swapIn();

/** Other builds may do the same at the same time; the last one stays. */
function swapIn() {
  for (let tries = 1; ; tries++) {
    rmSync(old, { recursive: true, force: true });
    try {
      if (existsSync('dist')) renameSync('dist', old);
      renameSync(next, 'dist');
      return;
    } catch (error) {
      if (tries === 20) throw error;
    }
  }
}

/**
 * Bundled by themselves: what only a live model needs, two tables of a megabyte each, and SQLite. What only a
 * registry in PostgreSQL needs is not bundled at all.
 */
function apart() {
  return {
    name: 'apart',
    setup: ({ onResolve }) => {
      onResolve({ filter: /^@ai-sdk\// }, () => ({ path: './providers.cjs', external: true }));
      onResolve({ filter: /^(?:pg|graphile-worker)$/ }, ({ path }) => ({ path, external: true }));
      onResolve({ filter: /^node-sqlite3-wasm$/ }, () => ({ path: './sqlite-wasm.cjs', external: true }));
      onResolve({ filter: /\/cl100k\.js$/ }, () => ({ path: './cl100k.cjs', external: true }));
      onResolve({ filter: /\/word-vectors\.generated\.js$/ }, () => ({
        path: './word-vectors.cjs',
        external: true,
      }));
    },
  };
}

/** What tests in code share with all the rest. */
function engineApart() {
  return {
    name: 'engine-apart',
    setup: ({ onResolve }) => {
      onResolve({ filter: /^\.\/engine\.js$/ }, () => ({ path: './in-code.mjs', external: true }));
    },
  };
}

/** `only:NAME` is the one function that we use of a provider's package; the rest is left out. */
function only() {
  return {
    name: 'only',
    setup: ({ onResolve, onLoad }) => {
      onResolve({ filter: /^only:/ }, ({ path }) => ({
        path: path.slice('only:'.length),
        namespace: 'only',
      }));
      onLoad({ filter: /.*/, namespace: 'only' }, ({ path }) => ({
        resolveDir: '.',
        contents: `export { ${Object.keys(PROVIDERS).find((key) => PROVIDERS[key] === path)} } from '${path}';`,
      }));
    },
  };
}

/** All ranks in one string, each after its length: a list of a hundred thousand strings takes longer to compile. */
function packedRanks() {
  return {
    name: 'packed-ranks',
    setup: ({ onLoad }) => {
      onLoad({ filter: /\/cl100k-ranks\.ts$/ }, async () => {
        const { default: list } = await import('gpt-tokenizer/bpeRanks/cl100k_base');
        const packed = list.map((value) => {
          const bytes = Buffer.from(value).toString('latin1');
          if (bytes.length > 255) throw new Error('a token is too long to be packed');
          return String.fromCharCode(bytes.length) + bytes;
        });
        const contents = `const packed = ${JSON.stringify(packed.join(''))};
          export function rankByBytes() {
            const ranks = new Map();
            for (let at = 0; at < packed.length; ) {
              const end = at + 1 + packed.charCodeAt(at);
              ranks.set(packed.slice(at + 1, end), ranks.size);
              at = end;
            }
            return ranks;
          }`;
        return { contents };
      });
    },
  };
}

/** Writes both files, with the named parts in the first of them, and the command that starts them. */
function writeBundle(first) {
  const texts = bundleTexts({ parts, doors: DOORS, first });
  writeFileSync(`${next}/mcptest.cjs`, texts.main);
  writeFileSync(`${next}/rest.cjs`, texts.rest);
  const hash = createHash('sha256').update(texts.main).update(texts.rest).digest('hex').slice(0, 16);
  return build({
    ...common,
    entryPoints: ['src/cli/main.ts'],
    outfile: `${next}/cli.js`,
    define: { ...versioned, 'import.meta.url': '__here', __BUNDLE__: JSON.stringify(hash) },
    banner: { js: HERE },
  });
}

/** What `PLAIN_RUNS` may use: they are run once, with all parts in the first file. */
async function partsOfPlainRuns() {
  await writeBundle(new Set(parts.map(({ name }) => name)));
  const used = new Set();
  for (const suite of PLAIN_RUNS) {
    const workspace = mkdtempSync(`${next}/workspace-`);
    const run = `const bundle = require(${JSON.stringify(join(root, next, 'mcptest.cjs'))});
      process.on('exit', () => require('node:fs').writeSync(3, JSON.stringify([...bundle.loaded.keys()])));
      bundle.start(['run', 'examples/${suite}', '--workspace', ${JSON.stringify(workspace)}]);`;
    const { status, output } = spawnSync(process.execPath, ['-e', run], {
      env: { PATH: process.env.PATH, HOME: workspace, NODE_DISABLE_COMPILE_CACHE: '1' },
      stdio: ['ignore', 'ignore', 'inherit', 'pipe'],
    });
    if (status !== 0) throw new Error(`mcptest run examples/${suite} ended with ${status}`);
    rmSync(workspace, { recursive: true, force: true });
    for (const name of JSON.parse(output[3])) used.add(name);
  }
  const add = ({ name, needs }) => {
    used.add(name);
    for (const part of parts) if (needs.includes(part.name) && !used.has(part.name)) add(part);
  };
  for (const part of parts) if (SOMETIMES.test(part.name)) add(part);
  return used;
}
