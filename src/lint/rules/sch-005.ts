/** A schema that no validator can use. */
import { clearlyCompiles } from '../../json-schema/clearly-compiles.js';
import { compileSchema, UnusableSchema } from '../../json-schema/compile.js';
import { dialectOf } from '../../json-schema/dialect.js';
import { quickCheck } from '../../json-schema/quick-check.js';
import type { ToolRule } from '../../types/rule.js';
import { isObject, ownValue } from '../../util/plain.js';

const DRAFT_07 = 'http://json-schema.org/draft-07/schema#';

export const sch005: ToolRule = {
  id: 'SCH-005',
  name: 'schema-does-not-compile',
  severity: 'critical',
  since: '0.1.0',
  triggers:
    'The input or output schema does not compile in the dialect that `$schema` names: an unknown type, an empty enum, a pattern that is no regular expression, a `$ref` that leads nowhere; in an output schema also a `$ref` to the network or an unknown dialect. Without `$schema` it fails only when neither 2020-12 nor draft 07 accepts it.',
  rationale:
    'A client that validates arguments cannot prepare the tool, and some drop the whole server over one broken schema. The server itself never notices, because it does not validate with what it publishes.',
  fix: 'Correct the place that the message names.',
  bad: {
    name: 'set_mode',
    description: 'Set the mode.',
    inputSchema: { type: 'object', properties: { mode: { type: 'string', enum: [] } } },
  },
  good: {
    name: 'set_mode',
    description: 'Set the mode.',
    inputSchema: { type: 'object', properties: { mode: { type: 'string', enum: ['fast', 'exact'] } } },
  },
  scope: 'tool',
  check(tool) {
    const hits = [];
    for (const key of ['inputSchema', 'outputSchema']) {
      const schema = ownValue(tool, key);
      const problem = schemaProblem(schema);
      if (key === 'inputSchema' && saidElsewhere(problem, schema)) continue;
      if (problem !== undefined) hits.push({ pointer: `/${key}`, message: problem.message });
    }
    return hits;
  },
};

/** SCH-007 speaks of unknown dialects and of the network, in input schemas only. */
function saidElsewhere(problem: SchemaProblem | undefined, schema: unknown): boolean {
  return dialectOf(schema) === undefined || /^https?:/.test(problem?.reference ?? '');
}

export interface SchemaProblem {
  /** A clause. */
  message: string;
  /** The `$ref` that leads out of the schema, where that is the problem. */
  reference?: string;
}

/** Why a schema cannot be used; what is no object at all is the business of SCH-006 and SCH-008. */
export function schemaProblem(schema: unknown): SchemaProblem | undefined {
  if (!isObject(schema) || clearlyCompiles(schema)) return undefined;
  const problem = compileProblem(schema);
  if (problem === undefined || ownValue(schema, '$schema') !== undefined) return problem;
  return compileProblem({ ...schema, $schema: DRAFT_07 }) === undefined ? undefined : problem;
}

function compileProblem(schema: Record<string, unknown>): SchemaProblem | undefined {
  const quick = quickCheck(schema);
  if (quick.result === 'valid') return undefined;
  if (quick.result === 'invalid') return { message: `the schema does not compile: ${quick.problem}` };
  try {
    compileSchema(schema);
    return undefined;
  } catch (error) {
    if (!(error instanceof UnusableSchema)) throw error;
    return { message: error.clause, reference: error.reference };
  }
}
