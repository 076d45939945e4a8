/** A YAML file with the places of its values: by the quick reader where it is plain, else by the one that knows all of YAML. */
import { readPlainYaml } from './plain-yaml.js';
import type { ParsedYaml } from './yaml.js';

export async function readYaml(text: string, display: string): Promise<ParsedYaml> {
  return readPlainYaml(text, display) ?? (await import('./yaml.js')).parseYaml(text, display);
}
