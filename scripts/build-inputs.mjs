// What dist/ was built from, as one hash that lies in it. Times of files would lie: a checkout of an older commit
// writes new ones.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Lies in dist/, and is not published. */
export const STAMP = 'built-from.txt';
const OTHERS = [
  'scripts/build.mjs',
  'scripts/build-page.mjs',
  'scripts/build-inputs.mjs',
  'scripts/lib/bundle-parts.mjs',
  'scripts/lib/bundle-types.mjs',
  'scripts/lib/bundled-packages.mjs',
  'scripts/lib/sbom.mjs',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'tsconfig.types.json',
];

/** One hash of all that the build reads. */
export function hashInputs(root) {
  const hash = createHash('sha256');
  for (const file of [...sources(root), ...OTHERS.filter((name) => existsSync(join(root, name)))]) {
    const bytes = readFileSync(join(root, file));
    hash.update(`${file}\0${bytes.length}\0`).update(bytes);
  }
  return hash.digest('hex');
}

/** Whether dist/ in this folder is what a build would make now; with `types`, its declarations too. */
export function isFresh(root, { hash = hashInputs(root), types = false } = {}) {
  try {
    const [built, declared] = readFileSync(join(root, 'dist', STAMP), 'utf8').split('\n');
    return existsSync(join(root, 'dist/cli.js')) && built === hash && (!types || declared === hash);
  } catch {
    return false;
  }
}

function sources(root) {
  return (
    readdirSync(join(root, 'src'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name).slice(join(root, '/').length))
      // The build writes the bundles of the pages itself.
      .filter(
        (file) =>
          !/\.test\.tsx?$/.test(file) && !/page.(registry-|viewer-)?bundle\.generated\.ts$/.test(file),
      )
      .sort()
  );
}
