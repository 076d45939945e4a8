/** `mcptest validate`: is this a suite that would run? The same check as `run` makes, and nothing more. */
import { resolve } from 'node:path';
import type { RedactorInput } from '../redact/open-redactor.js';
import { workspaceAt } from '../store/workspace.js';
import { loadSuites } from '../suite/load.js';
import type { SuiteProblem } from '../types/suite.js';

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
  /** Folders that could not be looked into. */
  warnings: string[];
}

export async function validate(input: ValidateInput = {}): Promise<Validation> {
  const cwd = resolve(input.cwd ?? process.cwd());
  const workspace = workspaceAt(cwd, input.workspace);
  const { suites, problems, warnings } = await loadSuites(input.paths ?? [], {
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
    warnings,
  };
}
