/** The names of all faults of the chaos fixture, from the table of its README. */
import { readFileSync } from 'node:fs';

export function chaosFaults(readme: string): string[] {
  return readFileSync(readme, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .flatMap((line) =>
      [...(line.split('|')[1] ?? '').matchAll(/`([a-z0-9-]+)`/g)].map((match) => match[1] ?? ''),
    );
}
