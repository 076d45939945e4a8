// Bundles src/ into dist/: one file that holds everything, with the command and the library as its two doors.
// `--if-stale` builds only where dist/ was built from other files than those of today, and says so.
import { execFileSync } from 'node:child_process';
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

// All of src in one file that starts nothing by itself: every module runs when it is first asked for.
const main = await build({
  ...common,
  stdin: {
    resolveDir: 'src',
    contents: `
      exports.start = async (argv) => (await import('./cli/start.js')).start(argv);
      exports.library = () => require('./index.js');
      exports.inCode = () => require('./in-code/engine.js');
      exports.judgeThread = async () => (await import('./registry/work/judge-thread.js')).serveThread();`,
  },
  outfile: `${next}/mcptest.cjs`,
  // A script of node:vm cannot import; what lies outside the bundle is required.
  supported: { 'dynamic-import': false },
  define: { ...versioned, 'import.meta.url': '__here' },
  banner: {
    js: `${HERE}const __modules=exports.modules=new Set(),__used=(name)=>(__modules.add(name),name);`,
  },
  plugins: [apart()],
  // What it names first is UMD, which cannot be bundled.
  alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
});
const bundle = countModules(`${next}/mcptest.cjs`);
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
const launch = await build({
  ...common,
  entryPoints: ['src/cli/launch.ts'],
  outfile: `${next}/launch.cjs`,
  define: { 'import.meta.url': '__here', __BUNDLE__: JSON.stringify(bundle) },
  banner: { js: HERE },
});
const command = await build({
  ...common,
  format: 'esm',
  entryPoints: ['src/cli/main.ts'],
  outfile: `${next}/cli.js`,
  define: versioned,
});
// Their declarations of tests are ESM, as the test runners are; the engine is the bundle's.
const inTests = await build({
  ...common,
  format: 'esm',
  entryPoints: ['src/in-code/vitest.ts', 'src/in-code/node-test.ts'],
  outdir: next,
  external: ['vitest'],
  plugins: [engineApart()],
});
const { library, inCode } = createRequire(import.meta.url)(join(root, next, 'mcptest.cjs'));
for (const [file, door, parts] of [
  ['index.js', 'library', library()],
  ['in-code.js', 'inCode', inCode()],
])
  writeFileSync(
    `${next}/${file}`,
    `import { createRequire } from 'node:module';
const { ${door} } = createRequire(import.meta.url)('./mcptest.cjs');
export const { ${Object.keys(parts).join(', ')} } = ${door}();
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
  ...[main, providers, ranks, vectors, sqlite, launch, command, inTests].flatMap(({ metafile }) =>
    inputsOf(metafile),
  ),
  ...pageInputs,
  // Its ranks are packed into a file of ours.
  'node_modules/gpt-tokenizer/package.json',
]);
writeFileSync(`${next}/THIRD-PARTY.txt`, thirdPartyText(packages));
writeFileSync(`${next}/sbom.cdx.json`, sbomText(packages, manifest));
// Declarations take longer than all the rest. Without `--types` those of an earlier build stay; a package has new ones.
const DECLARED = {
  'index.d.ts': 'index.ts',
  'vitest.d.ts': 'in-code/vitest.ts',
  'node-test.d.ts': 'in-code/node-test.ts',
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
      onResolve({ filter: /^\.\/engine\.js$/ }, () => ({ path: './in-code.js', external: true }));
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

/** Has the bundle note each module that it starts, for the code cache; gives the bundle's hash. */
function countModules(file) {
  const text = escaped(readFileSync(file, 'utf8'));
  const start = '(0,fn[__getOwnPropNames(fn)[0]])';
  const places = text.split(start);
  if (places.length !== 2) throw new Error('esbuild starts modules in another way than before');
  const counted = places.join('(0,fn[__used(__getOwnPropNames(fn)[0])])');
  writeFileSync(file, counted);
  return createHash('sha256').update(counted).digest('hex').slice(0, 16);
}

/** The bundle is read one byte a character, and esbuild leaves what stands in regular expressions as it is. */
function escaped(text) {
  if (/\\[^\0-\x7f]/.test(text)) throw new Error('a backslash before a character beyond ASCII');
  return text.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
