// `npm run bench`: bundles bench/main.ts, with what it measures, as the build does, and runs that. Run as TypeScript, each
// small function would be given its name anew whenever it is made, and what has many of them would look a third slower.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { withQuickSpreads } from '../scripts/lib/bundle-parts.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
// Beside node_modules, so that packages are found.
const built = mkdtempSync(join(root, 'bench-built-'));
process.on('exit', () => rmSync(built, { recursive: true, force: true }));

const { outputFiles } = await build({
  absWorkingDir: root,
  entryPoints: ['bench/main.ts'],
  outdir: built,
  outExtension: { '.js': '.mjs' },
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  supported: { 'regexp-unicode-property-escapes': true },
  packages: 'external',
  write: false,
  logLevel: 'warning',
  plugins: [
    {
      name: 'own-address',
      setup({ onLoad }) {
        // Each file finds what stands beside its source.
        onLoad({ filter: /[/\\](?:bench|src|eval|test|scripts)[/\\].*\.ts$/ }, ({ path }) => ({
          contents: readFileSync(path, 'utf8').replaceAll(
            'import.meta.url',
            JSON.stringify(pathToFileURL(path).href),
          ),
          loader: 'ts',
        }));
      },
    },
  ],
});
for (const { path, text } of outputFiles) writeFileSync(path, withQuickSpreads(path, text));
await import(pathToFileURL(join(built, 'main.mjs')).href);
