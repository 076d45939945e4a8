/** `manifest.json` of a bundle (MCPB, once DXT): what an installer needs of it. Pure. */
import type { ManifestProblem } from '../types/manifest.js';
import { isObject, ownValue } from '../util/plain.js';
import { show } from '../util/text.js';

const TYPES = ['node', 'python', 'binary', 'uv'];
const VERSIONS = ['0.1', '0.2', '0.3', '0.4'];

/** Other programs have files of this name: that of a browser extension has a number there, and no server. */
export function isBundle(manifest: unknown): manifest is Record<string, unknown> {
  if (!isObject(manifest)) return false;
  const { manifest_version, dxt_version, server } = manifest;
  return (
    typeof manifest_version === 'string' ||
    dxt_version !== undefined ||
    (manifest_version !== undefined && isObject(server))
  );
}

export interface BundleContext {
  package?: Record<string, unknown>;
  /** Whether a path of the bundle is there. */
  exists(path: string): boolean;
}

export function bundleProblems(manifest: Record<string, unknown>, context: BundleContext): ManifestProblem[] {
  const problems: ManifestProblem[] = [];
  const report = (message: string, fix: string, isError = true) =>
    problems.push({ rule: 'MAN-011', isError, file: 'manifest.json', message, fix });
  const version = manifest.manifest_version;
  if (version === undefined)
    report('it has dxt_version, which is the old word', 'Write manifest_version instead.', false);
  else if (!VERSIONS.includes(String(version)))
    report(`manifest_version is ${show(version)}`, `Write one of ${VERSIONS.join(', ')}.`);
  for (const key of ['name', 'version', 'description'])
    if (typeof manifest[key] !== 'string' || manifest[key] === '')
      report(`it has no ${key}`, `Give it a ${key}; an installer shows it.`);
  if (typeof ownValue(manifest.author, 'name') !== 'string')
    report('it has no author.name', 'Name who answers for it: {"author": {"name": "…"}}.');
  const { server } = manifest;
  const type = ownValue(server, 'type');
  if (!TYPES.includes(String(type)))
    report(`server.type is ${show(type)}`, `Write one of ${TYPES.join(', ')}.`);
  const entry = ownValue(server, 'entry_point');
  if (typeof entry !== 'string')
    report('it has no server.entry_point', 'Name the file that starts the server.');
  else if (!context.exists(entry))
    report(
      `server.entry_point ${show(entry)} is not there`,
      'Build the server first, or correct the path.',
      false,
    );
  if (!isObject(ownValue(server, 'mcp_config')) && type !== 'uv')
    report(
      'it has no server.mcp_config',
      'Say how it is started: {"command": "node", "args": ["${__dirname}/…"]}.',
    );
  for (const key of unknownSettings(manifest))
    report(
      `\${user_config.${key}} is used and not declared`,
      `Declare ${key} under user_config, with type, title and description.`,
    );
  const own = context.package?.version;
  if (own !== undefined && own !== manifest.version)
    report(
      `its version is ${show(manifest.version)}, and package.json has ${show(own)}`,
      'Set both to the version that you publish.',
    );
  return problems;
}

function unknownSettings(manifest: Record<string, unknown>): string[] {
  const used = JSON.stringify(manifest.server ?? {}).matchAll(/\$\{user_config\.([\w-]+)\}/g);
  const declared = isObject(manifest.user_config) ? Object.keys(manifest.user_config) : [];
  return [...new Set([...used].map(([, key = '']) => key))].filter((key) => !declared.includes(key));
}
