/** All verbs by name, in the order in which an agent meets them. */
import type { Verb } from './verb.js';
import { artifactVerbs } from './verbs/artifacts.js';
import { authoringVerbs } from './verbs/authoring.js';
import { introspectionVerbs } from './verbs/introspection.js';
import { qualityVerbs } from './verbs/quality.js';
import { scaffoldingVerbs } from './verbs/scaffolding.js';
import { strengthVerbs } from './verbs/strength.js';

export const VERBS: readonly Verb[] = [
  ...introspectionVerbs,
  ...scaffoldingVerbs,
  ...authoringVerbs,
  ...strengthVerbs,
  ...artifactVerbs,
  ...qualityVerbs,
];

export function listedVerbs(writes: boolean): Verb[] {
  return VERBS.filter((verb) => writes || verb.writes !== true);
}

export function findVerb(name: unknown): Verb | undefined {
  return VERBS.find((verb) => verb.name === name);
}

/** As `tools/list` shows it. */
export function toolOf({ name, title, description, input, output, annotations }: Verb) {
  return { name, title, description, inputSchema: input, outputSchema: output, annotations };
}
