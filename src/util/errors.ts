/** The one error class: what happened, what to do next, and the exit code it stands for. */

/** Exit codes, fixed. The first that applies wins in the order of `EXIT_ORDER`. */
export const EXIT = {
  ok: 0,
  failed: 1,
  usage: 2,
  inconclusive: 3,
  internal: 4,
  refused: 5,
  coverage: 6,
  nothing: 7,
  interrupted: 130,
  terminated: 143,
} as const;

export interface McptestErrorInit {
  /** Stable, kebab-case, documented in docs/errors.md. */
  code: string;
  message: string;
  /** The next step for the user. */
  hint?: string;
  exitCode?: number;
  cause?: unknown;
}

export class McptestError extends Error {
  readonly code: string;
  readonly hint?: string;
  readonly exitCode: number;

  constructor(init: McptestErrorInit) {
    super(init.message, init.cause === undefined ? undefined : { cause: init.cause });
    this.name = 'McptestError';
    this.code = init.code;
    this.hint = init.hint;
    this.exitCode = init.exitCode ?? EXIT.usage;
  }
}
