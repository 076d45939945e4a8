/** A suite that is text and not a file: kept under `.mcptest/inline` first, so that its repro lines work. */
import { join } from 'node:path';
import { ulid } from 'ulid';
import { redactorOf } from '../redact/open-redactor.js';
import { OWNER_ONLY, writeAtomic } from '../store/files.js';
import { ownFolder } from '../store/own-folder.js';
import { invalidSuite } from '../suite/invalid-suite.js';
import { parseSuite } from '../suite/load.js';
import type { SuiteProblem } from '../types/suite.js';
import { type RunInput, type RunReport, startRun } from './run.js';

export interface InlineInput extends Pick<RunInput, 'env' | 'redactor' | 'signal' | 'progress' | 'strength'> {
  /** The text of the suite. */
  suite: string;
  workspace: string;
}

/** Where a text stands that is not kept yet. */
export const DRAFT = join('.mcptest', 'inline', 'draft.yml');

/** Problems of the text as a draft, before it is a file of the workspace. What `${env:...}` reads stays secret. */
export async function validateText(input: InlineInput): Promise<SuiteProblem[]> {
  const { workspace, env = process.env } = input;
  const redactor = redactorOf(input);
  const { problems } = await parseSuite(input.suite, {
    cwd: workspace,
    workspace,
    env,
    file: DRAFT,
    redactor,
  });
  return redactor.value(problems);
}

/** Throws `InvalidSuite` before anything is written or started. */
export async function runInline(input: InlineInput): Promise<RunReport> {
  const problems = await validateText(input);
  if (problems.length > 0) throw invalidSuite(problems);
  const { workspace, suite: _, ...rest } = input;
  const run_id = ulid();
  ownFolder(workspace, 'inline');
  const file = join('.mcptest', 'inline', `${run_id}.yml`);
  await writeAtomic(join(workspace, file), await keptText(input), { mode: OWNER_ONLY });
  return startRun({ ...rest, run_id, paths: [file], cwd: workspace, workspace });
}

/** Where a variable cannot stand in place of what it holds, the text is kept as it is. */
async function keptText(input: InlineInput): Promise<string> {
  const { suite, env = process.env } = input;
  const { textToKeep } = await import('./inline-text.js');
  const text = textToKeep(suite, env);
  return text === suite || (await validateText({ ...input, suite: text })).length > 0 ? suite : text;
}
