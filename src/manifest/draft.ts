/** A first `server.json` from what a package says of itself. Pure. */
import { isSecretName } from '../redact/redactor.js';
import { McptestError } from '../util/errors.js';
import { ownValue } from '../util/plain.js';
import { MOST_DESCRIPTION, SCHEMA_URL } from './server-json.js';

export interface DraftInput {
  package: Record<string, unknown>;
  env?: readonly string[];
}

/** `notes`: what only the author can know. */
export function draftServerJson({ package: own, env = [] }: DraftInput): {
  text: string;
  name: string;
  notes: string[];
} {
  const { name: identifier, version } = own;
  if (typeof identifier !== 'string' || typeof version !== 'string')
    throw new McptestError({
      code: 'package-unnamed',
      message: 'package.json has no name or no version',
      hint: 'The registry lists published packages: give it both, then draft again.',
    });
  const repository = repositoryOf(own);
  const notes: string[] = [];
  const said = typeof own.mcpName === 'string' ? own.mcpName : undefined;
  const short = identifier.split('/').at(-1) ?? identifier;
  const owner = /^https:\/\/github\.com\/([^/]+)\//.exec(`${repository ?? ''}/`)?.[1];
  const name = said ?? `io.github.${owner ?? 'OWNER'}/${short}`;
  if (said === undefined)
    notes.push(`add "mcpName": "${name}" to package.json: the registry proves by it whose package that is`);
  if (said === undefined && owner === undefined)
    notes.push('put your GitHub name for OWNER, or a domain of yours turned round');
  const description = typeof own.description === 'string' ? own.description.trim() : '';
  if (description === '') notes.push('say in the description what the server does');
  if (description.length > MOST_DESCRIPTION)
    notes.push(`the description was cut to ${MOST_DESCRIPTION} characters; write a shorter one`);
  if (env.length > 0) notes.push('say of each variable what it is for, and whether it is required');
  const manifest = {
    $schema: SCHEMA_URL,
    name,
    description: description.slice(0, MOST_DESCRIPTION),
    ...(repository === undefined ? {} : { repository: { url: repository, source: 'github' } }),
    version,
    packages: [
      {
        registryType: 'npm',
        identifier,
        version,
        transport: { type: 'stdio' },
        ...(env.length === 0
          ? {}
          : {
              environmentVariables: env.map((variable) => ({
                name: variable,
                isSecret: isSecretName(variable),
              })),
            }),
      },
    ],
  };
  return { text: `${JSON.stringify(manifest, null, 2)}\n`, name, notes };
}

function repositoryOf({ repository }: Record<string, unknown>): string | undefined {
  const said = typeof repository === 'string' ? repository : ownValue(repository, 'url');
  if (typeof said !== 'string') return undefined;
  const path =
    /^(?:git\+)?(?:https:\/\/|git:\/\/|ssh:\/\/git@|git@)?(?:github\.com[/:]|github:)?([\w.-]+\/[\w.-]+?)(?:\.git)?\/?$/.exec(
      said,
    )?.[1];
  return path === undefined ? undefined : `https://github.com/${path}`;
}
