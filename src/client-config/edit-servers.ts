/**
 * One server of a settings file, set or removed in its text. The edited text is read again: what it says must be
 * exactly what was meant, or the edit is refused with `SyntaxError`. Everything else stays as it was, byte by byte.
 */
import { sameJson } from '../util/canonical-json.js';
import { isObject, ownValue } from '../util/plain.js';
import { parseJsonc } from './jsonc.js';
import { removeEntry, setEntry } from './jsonc-edit.js';
import { parseToml } from './toml.js';
import { removeTable, setTable } from './toml-edit.js';

export interface SettingsFormat {
  format: 'json' | 'toml';
  /** The key that holds the servers. */
  section: string;
}

type Settings = Record<string, unknown>;

/** Throws `SyntaxError` when the text cannot be read. */
export function readServers(text: string, { format, section }: SettingsFormat): Settings {
  const servers = ownValue(readSettings(text, format), section) ?? {};
  if (!isObject(servers)) throw new SyntaxError(`\`${section}\` is not a map`);
  return servers;
}

export function setServer(text: string, place: SettingsFormat, name: string, entry: Settings): string {
  const servers = readServers(text, place);
  if (sameJson(ownValue(servers, name), entry)) return text;
  const lines = Object.entries(entry).map(([key, value]) => `${key} = ${JSON.stringify(value)}`);
  const edited =
    place.format === 'toml'
      ? setTable(text, [place.section, name], lines)
      : setEntry(text, place.section, name, entry);
  return checked(text, edited, place, { name, servers: { ...servers, [name]: entry } });
}

export function removeServer(text: string, place: SettingsFormat, name: string): string {
  const { [name]: removed, ...servers } = readServers(text, place);
  if (removed === undefined) return text;
  const edited =
    place.format === 'toml'
      ? removeTable(text, [place.section, name])
      : removeEntry(text, place.section, name);
  return checked(text, edited, place, { name, servers });
}

function readSettings(text: string, format: SettingsFormat['format']): Settings {
  if (text.trim() === '') return {};
  const value = format === 'toml' ? parseToml(text) : parseJsonc(text);
  if (!isObject(value)) throw new SyntaxError('it is not a map');
  return value;
}

interface MeantServers {
  name: string;
  servers: Settings;
}

function checked(before: string, after: string, place: SettingsFormat, meant: MeantServers): string {
  const { format, section } = place;
  const whole = (settings: Settings, servers: Settings) => ({ ...settings, [section]: servers });
  try {
    const expected = whole(readSettings(before, format), meant.servers);
    const written = whole(readSettings(after, format), readServers(after, place));
    if (sameJson(expected, written)) return after;
  } catch {
    // An edit that breaks the file is refused like one that says something else.
  }
  throw new SyntaxError(`the entry \`${meant.name}\` is written in a way that cannot be edited`);
}
