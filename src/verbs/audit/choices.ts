/** The servers that `mcptest audit` may ask about: those that MCP clients on this machine declare. */
import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { type DeclaredServer, readClientConfigs } from '../../client-config/client-configs.js';
import { redactorOf } from '../../redact/open-redactor.js';
import { secretsOfArgv, secretsOfUrl } from '../../redact/target-secrets.js';
import { workspaceAt } from '../../store/workspace.js';
import { suiteServers } from '../../target/target.js';
import type { McptestError } from '../../util/errors.js';
import type { AuditInput } from './audit.js';

/** Undefined where a suite says what is meant. What is shown of them holds no secret. */
export async function auditChoices(input: AuditInput): Promise<DeclaredServer[] | undefined> {
  const cwd = resolve(input.cwd ?? process.cwd());
  const env = input.env ?? process.env;
  const redactor = redactorOf(input);
  const workspace = workspaceAt(cwd, input.workspace);
  const own = await suiteServers(input, { cwd, workspace, env, redactor }).catch((error: McptestError) => {
    if (error.code === 'no-suite' && input.config === undefined) return {};
    throw error;
  });
  if (Object.keys(own).length > 0) return undefined;
  const { servers } = await readClientConfigs({ project: workspace, home: input.home ?? homedir(), env });
  for (const { name, command = [], url = '' } of servers)
    for (const secret of [...secretsOfArgv(command), ...secretsOfUrl(url, `${name}_URL`)])
      redactor.add(secret);
  return servers.filter(({ disabled }) => !disabled).map((server) => redactor.value(server));
}
