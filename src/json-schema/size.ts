/** Limits on a schema before anything is compiled; the count never follows a `$ref` and never recurses. */

export const MAX_SCHEMA_NODES = 20_000;
export const MAX_SCHEMA_DEPTH = 200;

export interface SchemaSize {
  /** Objects and arrays; counting stops once the limit is passed. */
  nodes: number;
  depth: number;
  /** Some part names itself, so other parts and other schemas could refer to it. */
  hasId: boolean;
}

export function measureSchema(schema: unknown): SchemaSize {
  const size: SchemaSize = { nodes: 0, depth: 0, hasId: false };
  const open: { value: unknown; depth: number }[] = [{ value: schema, depth: 1 }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, depth } = next;
    if (typeof value !== 'object' || value === null) continue;
    size.nodes += 1;
    if (depth > size.depth) size.depth = depth;
    if (size.nodes > MAX_SCHEMA_NODES || depth > MAX_SCHEMA_DEPTH) return size;
    for (const key of Object.keys(value)) {
      const inner = (value as Record<string, unknown>)[key];
      if (key === '$id' || key === 'id' || key.endsWith('nchor')) size.hasId = true;
      if (typeof inner === 'object' && inner !== null) open.push({ value: inner, depth: depth + 1 });
    }
  }
  return size;
}

/** How the schema goes beyond the limits, as a clause that follows "the schema"; undefined when it does not. */
export function sizeProblem(size: SchemaSize): string | undefined {
  if (size.nodes > MAX_SCHEMA_NODES) return `has more than ${MAX_SCHEMA_NODES} parts`;
  if (size.depth > MAX_SCHEMA_DEPTH) return `is nested deeper than ${MAX_SCHEMA_DEPTH} levels`;
  return undefined;
}
