/** Starts the bundle that lies beside this file. */
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { codePlace, loadBundle } from './code-cache.js';

/** Filled in by the build: the bundle's hash. */
declare const __BUNDLE__: string;

/** Commands that take most of their time with catalogues or traces, and not with waiting for a server. */
const COMPUTING = new Set(['compat', 'lint', 'score', 'security', 'tdqs']);

export function launch(argv: string[]): void {
  if (argv.some((word) => COMPUTING.has(word))) optimiseLate();
  const file = fileURLToPath(new URL('./mcptest.cjs', import.meta.url));
  // Kept code names the file that it came from, in stack traces; another install has its own.
  const place = codePlace(`${__BUNDLE__} ${file}`, argv, process.env);
  void loadBundle(file, place).bundle.start(argv);
}

/** That of Node 20 and 21. Later ones decide otherwise what to optimise, do not know all of these, and would say so on stderr. */
const KNOWN = /^11\./;
export const WHEN_COMPUTING = [
  '--interrupt-budget=300000',
  '--max-inlined-bytecode-size-cumulative=100',
  // Nearly every pattern runs more than once: compiled at once, and not in two ways.
  '--no-regexp-tier-up',
  // What lives long in one part of a command is garbage in another, and would be collected last.
  '--no-allocation-site-pretenuring',
];

/**
 * V8 optimises what has run for a while, and gives that up and begins again when values of another kind come along, as
 * they do in catalogues and traces: a third of the time of these commands went to that. After twice as long it has seen most kinds,
 * and functions that are not put into one another are soon done (docs/decisions/start-up.md).
 */
function optimiseLate(): void {
  if (KNOWN.test(process.versions.v8)) for (const flag of WHEN_COMPUTING) setFlagsFromString(flag);
}
