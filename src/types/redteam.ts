/** What `mcptest redteam` finds out. */

export interface ProbeResult {
  id: string;
  family: string;
  /** Counted from 1, where each probe is done several times. */
  run: number;
  outcome: 'resisted' | 'complied' | 'inconclusive';
  /** What got through, or why nothing can be said. */
  evidence: string[];
}

export interface FamilyResult {
  family: string;
  about: string;
  probes: number;
  complied: number;
  inconclusive: number;
  /** How many may get through, and whether more did; only where the family has a bar of its own. */
  max_complied?: number;
  failed?: boolean;
}

export interface RedteamReport {
  version: 1;
  /** The model, the command of the agent, or `CLI/MODEL`. */
  agent: string;
  seed: number;
  /** What the attacks aim at: `server.tool`. */
  aim: string;
  probes: number;
  resisted: number;
  complied: number;
  inconclusive: number;
  families: FamilyResult[];
  results: ProbeResult[];
  exit_code: number;
}
