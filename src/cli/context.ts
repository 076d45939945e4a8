/** What every command is handed: the signal that ends it, the words after `--`, and its exit code. */
export interface Context {
  signal: AbortSignal;
  /** The argument vector after `--`, when there was one. */
  rest?: string[];
  exit(code: number): void;
}
