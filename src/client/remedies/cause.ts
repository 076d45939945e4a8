/** A server that did not start, and one of the causes that can be read from what it wrote. */
export interface FailedStart {
  /** What it wrote to stderr, as much as was kept, stack frames too. */
  stderr: string;
  argv: readonly string[];
  cwd: string;
  env: NodeJS.ProcessEnv;
}

export interface Cause {
  when: RegExp;
  /** What is wrong and what to type next; undefined where a closer look says that it is something else. */
  say(found: RegExpExecArray, start: FailedStart): string | undefined;
}

/** A path or a name out of a message, fit to stand in a command. */
export function word(text: string | undefined, otherwise: string): string {
  return text !== undefined && /^[\w@%+=:,./\\~-]{1,200}$/.test(text) ? text : otherwise;
}
