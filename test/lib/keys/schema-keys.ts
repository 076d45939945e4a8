/** Every key of the suite language, as the published schema has it: `run_options.retries`, `tool_test.args`. */
import { jsonSchema } from '../../../src/verbs/schema.js';

interface Node {
  $defs?: Record<string, Node>;
  properties?: Record<string, Node>;
  items?: Node;
  additionalProperties?: Node | boolean;
  anyOf?: Node[];
  oneOf?: Node[];
  allOf?: Node[];
}

function keysBelow(node: Node, path: string): string[] {
  const named = Object.entries(node.properties ?? {}).flatMap(([key, inner]) => {
    const at = path === '' ? key : `${path}.${key}`;
    return [at, ...keysBelow(inner, at)];
  });
  const branches = [...(node.anyOf ?? []), ...(node.oneOf ?? []), ...(node.allOf ?? [])];
  const others = typeof node.additionalProperties === 'object' ? [node.additionalProperties] : [];
  return [
    ...named,
    ...branches.flatMap((branch) => keysBelow(branch, path)),
    ...(node.items ? keysBelow(node.items, `${path}[]`) : []),
    ...others.flatMap((other) => keysBelow(other, `${path}.*`)),
  ];
}

/** Profiles hold the keys of the top level again. */
export const IN_PROFILE = 'profiles.*.';

export function schemaKeys(): string[] {
  const { $defs = {}, ...top } = jsonSchema('suite') as Node;
  const defined = Object.entries($defs).flatMap(([name, node]) => keysBelow(node, name));
  return [...new Set([...keysBelow(top, ''), ...defined])];
}
