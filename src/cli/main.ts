#!/usr/bin/env node
/** The `mcptest` command. `--version` is answered before anything else is loaded. */
import { createRequire } from 'node:module';
import { VERSION } from '../util/version.js';
import type { launch } from './launch.js';

const argv = process.argv.slice(2);
if (argv[0] === '--version' || argv[0] === '-V') process.stdout.write(`${VERSION}\n`);
else {
  const part = createRequire(import.meta.url)('./launch.cjs') as { launch: typeof launch };
  part.launch(argv);
}
