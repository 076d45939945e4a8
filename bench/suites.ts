/** Suites of n equal tests, written to a folder of their own. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Subject {
  name: string;
  argv: string[];
  tool: string;
  args: Record<string, unknown>;
  /** What every answer holds. */
  expected: { target: string; contains: string };
}

export function writeSuite(dir: string, subject: Subject, tests: number): string {
  const file = join(dir, `${subject.name}-${tests}.yml`);
  const lines = [`servers:`, `  subject:`, `    command: ${JSON.stringify(subject.argv)}`, `tools:`];
  for (let n = 1; n <= tests; n++) {
    lines.push(`  - name: call ${n}`);
    lines.push(`    tool: ${subject.tool}`);
    lines.push(`    args: ${JSON.stringify(subject.args)}`);
    lines.push(`    expect:`);
    lines.push(
      `      - ${subject.expected.target}: { contains: ${JSON.stringify(subject.expected.contains)} }`,
    );
  }
  mkdirSync(dir, { recursive: true });
  writeFileSync(file, `${lines.join('\n')}\n`);
  return file;
}
