/** The commands that the developer declared: those of `mcptest.yaml|yml` in the workspace root, filled in. */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { RedactorInput } from '../redact/open-redactor.js';
import type { ServerSpec } from '../types/connection.js';
import { McptestError } from '../util/errors.js';
import { suiteServers } from './target.js';

export interface DeclaredCommand {
  name: string;
  argv: string[];
  spec: ServerSpec;
}

export interface DeclaredCommands {
  /** Absent when there is no suite. */
  file?: string;
  servers: DeclaredCommand[];
  /** Origins of servers behind a URL, each with the variables whose tokens are meant for it. */
  origins: Map<string, Set<string>>;
  /** Why nothing is known, when there is a suite that cannot be read. */
  problem?: string;
}

export async function declaredCommands(
  workspace: string,
  { env = process.env, redactor }: RedactorInput,
): Promise<DeclaredCommands> {
  for (const name of ['mcptest.yaml', 'mcptest.yml']) {
    const file = join(workspace, name);
    const found = await stat(file).catch(() => undefined);
    if (!found?.isFile()) continue;
    try {
      // What all suites of the workspace share is no word of the developer to whoever asks from outside.
      const servers = await suiteServers(
        { config: file, own: true },
        { cwd: workspace, workspace, env, redactor },
      );
      const commands = Object.values(servers).flatMap((spec) =>
        spec.command === undefined ? [] : [{ name: spec.name, argv: spec.command, spec }],
      );
      return { file, servers: commands, origins: originsOf(Object.values(servers)) };
    } catch (error) {
      if (!(error instanceof McptestError)) throw error;
      return {
        file,
        servers: [],
        origins: new Map(),
        problem: `${name} is not a valid suite, so nothing in it counts as declared`,
      };
    }
  }
  return { servers: [], origins: new Map(), problem: 'there is none' };
}

function originsOf(servers: ServerSpec[]): DeclaredCommands['origins'] {
  const out: DeclaredCommands['origins'] = new Map();
  for (const { url, auth } of servers) {
    if (url === undefined || !URL.canParse(url)) continue;
    const { origin } = new URL(url);
    const tokens = out.get(origin) ?? new Set();
    if (auth?.bearer_token_env !== undefined) tokens.add(auth.bearer_token_env);
    out.set(origin, tokens);
  }
  return out;
}
