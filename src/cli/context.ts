/** What every command is handed: the signal that ends it, the words after `--`, the redactor, and its exit code. */
import type { InvocationRedactor } from '../redact/open-redactor.js';

export interface Context {
  signal: AbortSignal;
  /** The argument vector after `--`, when there was one. */
  rest?: string[];
  /** Goes to every verb, so that also an error nobody foresaw hides the secrets that came up. */
  redactor: InvocationRedactor;
  exit(code: number): void;
}
