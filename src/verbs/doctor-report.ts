/** The last diagnosis that `mcptest doctor` saved, or a new one of the servers that the suite declares. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type RedactorInput, redactorOf } from '../redact/open-redactor.js';
import { McptestError } from '../util/errors.js';
import { isObject } from '../util/plain.js';

export interface DoctorReportInput extends RedactorInput {
  workspace: string;
  signal?: AbortSignal;
  refresh: boolean;
}

export async function doctorReport(input: DoctorReportInput): Promise<Record<string, unknown>> {
  const { workspace, refresh, ...rest } = input;
  if (refresh) {
    const { doctor } = await import('./doctor.js');
    // No tool is called: whoever asks for a reading has not asked for that.
    return { ...(await doctor({ ...rest, cwd: workspace, workspace, call: false })) };
  }
  const text = await readFile(join(workspace, '.mcptest', 'doctor.json'), 'utf8').catch(() => undefined);
  const value: unknown = text === undefined ? undefined : parsed(text);
  // Whoever wrote the file may have known fewer secrets than this process does.
  if (isObject(value)) return redactorOf(input).value(value);
  throw new McptestError({
    code: 'no-doctor-report',
    message: text === undefined ? 'no diagnosis is saved here' : 'the saved diagnosis cannot be read',
    hint: 'Call again with `refresh: true`, or run `mcptest doctor`.',
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
