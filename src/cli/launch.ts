/** Starts the bundle that lies beside this file. */
import { fileURLToPath } from 'node:url';
import { codePlace, loadBundle } from './code-cache.js';

/** Filled in by the build: the bundle's hash. */
declare const __BUNDLE__: string;

export function launch(argv: string[]): void {
  const file = fileURLToPath(new URL('./mcptest.cjs', import.meta.url));
  // Kept code names the file that it came from, in stack traces; another install has its own.
  const place = codePlace(`${__BUNDLE__} ${file}`, argv, process.env);
  void loadBundle(file, place).bundle.start(argv);
}
