/** Loaded with `--import`: files are never written, and nothing is left that could end the wait. */
import { createRequire } from 'node:module';

createRequire(import.meta.url)('node:fs').promises.writeFile = () => new Promise(() => {});
