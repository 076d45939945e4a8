/** One cell of the chaos matrix: a fault, a transport, an era, and the part of mcptest that meets it. */
export const SURFACES = ['run', 'conformance', 'door', 'proxy', 'record'] as const;
export type Surface = (typeof SURFACES)[number];
export interface Cell {
  fault: string;
  transport: 'stdio' | 'http';
  era: 'legacy' | 'modern';
  surface: Surface;
}

export interface Seen {
  /** In a word: the verdict of the test, the exit of conformance, whether an answer came through the proxy. */
  outcome: string;
  findings: string[];
  /** What no fault may bring about: a hang, a process left, a report that cannot be read, too much memory. */
  trouble: string[];
  ms: number;
  peakMb?: number;
}

/** What a surface needs to meet the server that the workspace declares as `chaos`. */
export interface Meeting {
  cwd: string;
  env: Record<string, string>;
  /** What was printed, to be searched for the secret. */
  said: string[];
}

export const SAID = 'grüße, 你好 🙂';
