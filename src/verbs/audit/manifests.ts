/** The manifests beside a server: `server.json`, `mcpName` of `package.json`, and a bundle's `manifest.json`. */
import type { ServerSpec } from '../../types/connection.js';
import type { ManifestProblem } from '../../types/manifest.js';

export interface SeenServer {
  name?: string;
  version?: string;
  transport: 'stdio' | 'http';
}

export async function manifestProblems(
  _seen: SeenServer,
  _place: { workspace: string; cwd: string; spec: ServerSpec },
): Promise<{ problems: ManifestProblem[]; note?: string }> {
  return { problems: [] };
}
