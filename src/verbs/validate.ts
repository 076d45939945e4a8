/** `mcptest validate`: is this a suite that would run? The same check as `run` makes, and nothing more. */
import { resolve } from 'node:path';
import type { RedactorInput } from '../redact/open-redactor.js';
import { workspaceAt } from '../store/workspace.js';
import { loadSuites } from '../suite/load.js';
import type { SuiteProblem } from '../types/suite.js';
import { omitUndefined } from '../util/omit-undefined.js';

export { problemLine } from '../suite/invalid-suite.js';

export interface ValidateInput extends RedactorInput {
  paths?: string[];
  cwd?: string;
  workspace?: string;
  vars?: Record<string, string>;
  profile?: string;
}

export interface Validation {
  valid: boolean;
  errors: SuiteProblem[];
  /** What was read, when it is valid. */
  suites: { file: string; tests: number; servers: number }[];
  /** What was read, valid or not. */
  files: string[];
  /** Folders that could not be looked into. */
  warnings: string[];
}

export async function validate(input: ValidateInput = {}): Promise<Validation> {
  const cwd = resolve(input.cwd ?? process.cwd());
  const workspace = workspaceAt(cwd, input.workspace);
  const { suites, problems, warnings, files } = await loadSuites(input.paths ?? [], {
    ...input,
    cwd,
    workspace,
    env: input.env ?? process.env,
  });
  return {
    valid: problems.length === 0,
    errors: problems,
    suites: suites.map((suite) => ({
      file: suite.display_file,
      tests: suite.tests.length + suite.agents.length,
      servers: Object.keys(suite.servers).length,
    })),
    files,
    warnings,
  };
}

/** What `--format json` prints and `validate_suite` answers. A place has a file where it is not in the only one that was read. */
export function validationDocument({ errors, files }: Pick<Validation, 'errors' | 'files'>) {
  const only = files.length === 1 ? files[0] : undefined;
  return {
    valid: errors.length === 0,
    errors: errors.map(({ path, message, hint, file, line, column }) =>
      omitUndefined({ path, message, hint, file: file === only ? undefined : file, line, column }),
    ),
  };
}
