/** A suite that a caller gives as text: what is wrong with it is said the same by every verb that takes one. */
import { McptestError } from '../util/errors.js';
import { validateText } from '../verbs/run-inline.js';
import { bounded } from './bounded.js';
import type { VerbCall } from './verb.js';

/** Ends a verb with an answer that is an error and has parts. */
export class InvalidDraft extends McptestError {
  constructor(readonly answer: Record<string, unknown>) {
    super({ code: 'invalid-suite', message: 'the suite is not valid; nothing ran' });
  }
}

export async function draftErrors(suite: string, { workspace, env, redactor }: VerbCall) {
  const problems = await validateText({ suite, workspace, env, redactor });
  // Without the file: a draft has none.
  return problems.map(({ path, message, hint, line, column }) => ({ path, message, hint, line, column }));
}

/** Throws `InvalidDraft` before anything is written or started. */
export async function checkDraft(suite: string, call: VerbCall): Promise<void> {
  const errors = await draftErrors(suite, call);
  if (errors.length > 0) throw new InvalidDraft(bounded({ verdict: 'invalid', errors }));
}
