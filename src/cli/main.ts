#!/usr/bin/env node
/** The `mcptest` command. `--version` is answered before anything else is loaded. */
import { VERSION } from '../util/version.js';

const [first] = process.argv.slice(2);
if (first === '--version' || first === '-V') process.stdout.write(`${VERSION}\n`);
else void import('./start.js').then(({ start }) => start(process.argv.slice(2)));
