/** An agent that somebody else wrote, as we need to know it: where it is, what it is told, what it leaves. */
import type { TraceFormat } from '../trace/formats.js';
import type { ProviderName } from '../types/driver.js';
import type { AgentCli } from '../util/agent-names.js';

/** How a program reaches its model. */
export interface ModelAccess {
  provider: ProviderName;
  /** The name that the provider knows. */
  model: string;
  /** Absent: where the provider is. */
  base_url?: string;
  key: string;
}

/** Everything that a run needs; nothing of the user's own is in it but the key. */
export interface AgentSetup {
  prompt: string;
  system_prompt?: string;
  model: ModelAccess;
  /** A folder that is thrown away afterwards: the home of the program. */
  home: string;
  /** An empty folder in which it works. */
  work: string;
  /** How each server is reached over stdio. */
  servers: { name: string; argv: string[] }[];
}

/** What is started, and what it finds. */
export interface Launch {
  args: string[];
  env: Record<string, string>;
  /** Path, from the home of the program → text. */
  files: Record<string, string>;
}

export interface AgentProgram {
  name: AgentCli;
  launch(setup: AgentSetup): Launch;
  /** What its output is; absent where it prints its answer and nothing else. */
  output?: TraceFormat;
}
