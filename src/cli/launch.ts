/** Starts the bundle that lies beside this file. */
import { fileURLToPath } from 'node:url';
import { codePlace, loadBundle } from './code-cache.js';

/** Filled in by the build: the bundle's hash. */
declare const __BUNDLE__: string;

export function launch(argv: string[]): void {
  const file = fileURLToPath(new URL('./mcptest.cjs', import.meta.url));
  void loadBundle(file, codePlace(__BUNDLE__, argv, process.env)).bundle.start(argv);
}
