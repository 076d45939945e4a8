/** Where an audit takes place, and how the server is named there. */
import { shownArgv } from '../../client/stdio/start-server.js';
import type { InvocationRedactor } from '../../redact/open-redactor.js';
import { savedFiles } from '../../target/catalogs.js';
import { splitCommand } from '../../target/split-command.js';
import type { AuditInput } from './audit.js';

export interface AuditPlace {
  cwd: string;
  workspace: string;
  env: NodeJS.ProcessEnv;
  redactor: InvocationRedactor;
  /** What names the server behind a command: `-- node server.js`. Without secrets. */
  target: string;
}

export function targetWords(input: AuditInput, redactor: InvocationRedactor, chosen?: string): string {
  const files = savedFiles(input);
  if (files.length > 0) return `--from ${shownArgv(files)}`;
  if (input.url !== undefined) return redactor.text(`--url ${shownArgv([input.url])}`);
  if (input.command !== undefined) {
    const argv = typeof input.command === 'string' ? splitCommand(input.command) : input.command;
    return redactor.text(`-- ${shownArgv(argv)}`);
  }
  return shownArgv([chosen ?? input.server ?? '']);
}
