/** A suite that a caller gives as text: what is wrong with it is said the same by every verb that takes one. */
import { McptestError } from '../util/errors.js';
import { DRAFT, validateText } from '../verbs/run-inline.js';
import { validationDocument } from '../verbs/validate.js';
import type { VerbCall } from './verb.js';

/** Ends a verb with an answer that is an error and has parts. */
export class InvalidDraft extends McptestError {
  constructor(readonly answer: Record<string, unknown>) {
    super({ code: 'invalid-suite', message: 'the suite is not valid; nothing ran' });
  }
}

/** To the byte what `mcptest validate --format json` says of a file that holds this text. */
export async function validation(suite: string, { workspace, env, redactor }: VerbCall) {
  const errors = await validateText({ suite, workspace, env, redactor });
  return validationDocument({ errors, files: [DRAFT] });
}

const NEXT = 'call validate_suite with the fixed suite, or with its draft and `edits`';

/** Throws `InvalidDraft` before anything is written or started. */
export async function checkDraft(suite: string, call: VerbCall): Promise<void> {
  const { valid, errors } = await validation(suite, call);
  if (!valid) throw new InvalidDraft({ verdict: 'invalid', errors, next: NEXT });
}
