#!/usr/bin/env node
/** The `mcptest` command. `--version` is answered before anything else is loaded. */
import { fileURLToPath } from 'node:url';
import { VERSION } from '../util/version.js';
import { codePlace, loadBundle } from './code-cache.js';

/** Filled in by the build: the bundle's hash. */
declare const __BUNDLE__: string;

const argv = process.argv.slice(2);
if (argv[0] === '--version' || argv[0] === '-V') process.stdout.write(`${VERSION}\n`);
else {
  const file = fileURLToPath(new URL('./mcptest.cjs', import.meta.url));
  void loadBundle(file, codePlace(__BUNDLE__, argv, process.env)).bundle.start(argv);
}
