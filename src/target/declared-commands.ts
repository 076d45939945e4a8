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
      const servers = await suiteServers({ config: file }, { cwd: workspace, workspace, env, redactor });
      const commands = Object.values(servers).flatMap((spec) =>
        spec.command === undefined ? [] : [{ name: spec.name, argv: spec.command, spec }],
      );
      return { file, servers: commands };
    } catch (error) {
      if (!(error instanceof McptestError)) throw error;
      return {
        file,
        servers: [],
        problem: `${name} is not a valid suite, so nothing in it counts as declared`,
      };
    }
  }
  return { servers: [], problem: 'there is none' };
}
