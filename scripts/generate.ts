/** `npm run generate`: writes the files that are made from code. A test fails when one of them is stale. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generatedFiles } from './lib/generated.js';

const root = fileURLToPath(new URL('..', import.meta.url));
for (const [file, text] of Object.entries(await generatedFiles())) {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
  console.log(file);
}
