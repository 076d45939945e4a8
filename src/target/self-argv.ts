/** The argument vector that starts this very program, for servers whose command is `mcptest`. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export function selfArgv(): string[] {
  // From the bundle, and from src/verbs/*.ts after a build.
  const places = ['./cli.js', '../../dist/cli.js'];
  const found = places.map((place) => fileURLToPath(new URL(place, import.meta.url))).find(existsSync);
  return [process.execPath, found ?? 'mcptest'];
}
