// Bundles src/ into dist/: the command, the library, and one chunk for each part that loads on first use.
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { buildPage } from './build-page.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
process.chdir(root);
const { version } = JSON.parse(readFileSync('package.json', 'utf8'));

const pageInputs = await buildPage();
// Built beside and swapped in whole, so that a failed build leaves the last one in place.
const next = mkdtempSync('dist.next-');
process.on('exit', () => rmSync(next, { recursive: true, force: true }));
const common = {
  metafile: true,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  // One byte a character: V8 reads such sources faster.
  charset: 'ascii',
  legalComments: 'none',
  define: { __VERSION__: JSON.stringify(version) },
  // CommonJS dependencies inside the bundle expect these.
  banner: {
    js: "import { createRequire as __cr } from 'node:module'; const require = __cr(import.meta.url);",
  },
  logLevel: 'warning',
};

const PROVIDERS = ['anthropic', 'google', 'mistral', 'openai', 'openai-compatible'];
const main = await build({
  ...common,
  entryPoints: { cli: 'src/cli/main.ts', index: 'src/index.ts' },
  outdir: next,
  chunkNames: 'chunks/[name]-[hash]',
  plugins: [apart()],
});
const providers = await build({
  ...common,
  entryPoints: Object.fromEntries(PROVIDERS.map((name) => [name, `@ai-sdk/${name}`])),
  outdir: `${next}/providers`,
});
chmodSync(`${next}/cli.js`, 0o755);
writeFileSync(
  `${next}/THIRD-PARTY.txt`,
  thirdParty([
    ...Object.keys(main.metafile.inputs),
    ...Object.keys(providers.metafile.inputs),
    ...pageInputs,
  ]),
);
if (process.argv.includes('--types')) {
  execFileSync(
    process.execPath,
    ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.types.json', '--outDir', `${next}/types`],
    {
      stdio: 'inherit',
    },
  );
}
chmodSync(next, 0o755);
rmSync('dist', { recursive: true, force: true });
renameSync(next, 'dist');

/**
 * The providers' packages are bundled by themselves: they use all of zod, and in one bundle every run of a suite
 * would load what only they need. Chunks stand in `chunks/`, so the way to them is always the same.
 */
function apart() {
  return {
    name: 'providers-apart',
    setup: ({ onResolve }) =>
      onResolve({ filter: /^@ai-sdk\// }, ({ path }) => ({
        path: `../providers/${path.slice('@ai-sdk/'.length)}.js`,
        external: true,
      })),
  };
}

/** The licence of every package that is part of the bundle. */
function thirdParty(inputs) {
  const folders = new Set();
  for (const input of inputs) {
    const found = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(input);
    if (found) folders.add(found[1]);
  }
  const parts = [...folders].sort().map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const file = readdirSync(folder).find((entry) => /^(licen[cs]e|copying)/i.test(entry));
    const text =
      file && existsSync(join(folder, file)) ? readFileSync(join(folder, file), 'utf8').trim() : '';
    return `${name} ${version} (${license})\n\n${text}`;
  });
  return `mcptest bundles the following packages.\n\n${parts.join('\n\n----\n\n')}\n`;
}
