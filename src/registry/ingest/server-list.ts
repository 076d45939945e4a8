/** The list that the official registry gives (`servers`, each with `server.json`): names and addresses, no tools. */
import { isHttp } from '../../util/host-kind.js';
import { isObject, ownValue } from '../../util/plain.js';

export interface ListedServer {
  name: string;
  /** Absent for a server that is only there as a package. */
  url?: string;
}

/** Undefined where the document is something else. */
export function listedServers(document: unknown): ListedServer[] | undefined {
  const list = ownValue(document, 'servers') ?? [document];
  if (!Array.isArray(list)) return undefined;
  const found = list.flatMap((entry) => listed(ownValue(entry, 'server') ?? entry) ?? []);
  return found.length > 0 && found.length === list.length ? found : undefined;
}

function listed(entry: unknown): ListedServer | undefined {
  const name = ownValue(entry, 'name');
  const remotes = ownValue(entry, 'remotes');
  const packages = ownValue(entry, 'packages');
  const known = Array.isArray(remotes) || Array.isArray(packages);
  if (!isObject(entry) || typeof name !== 'string' || !known || ownValue(entry, 'tools') !== undefined)
    return undefined;
  const urls = Array.isArray(remotes) ? remotes.map((remote) => ownValue(remote, 'url')) : [];
  const url = urls.find((one): one is string => typeof one === 'string' && isHttp(one));
  return url === undefined ? { name } : { name, url };
}
