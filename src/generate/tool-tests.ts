/** The tests of one tool: valid arguments, edges, violations, probes, and what its output schema promises. */
import { safetyClass } from '../catalog/safety-class.js';
import { compileSchema } from '../json-schema/compile.js';
import type { ToolDef } from '../types/catalog.js';
import { type Args, type ArgumentCase, argumentCases } from './argument-cases.js';
import { SERVER, shownName } from './suite-head.js';
import { yamlItem } from './yaml-text.js';

export interface ToolTestOptions {
  include_edge?: boolean;
  include_violation?: boolean;
  probe?: boolean;
}

export interface ToolTests {
  /** Items of `tools:`, with the comment above them. */
  text: string;
  count: number;
  notes: string[];
}

const ANSWERS = [{ 'result.content': { type: 'array' } }];
/** An error, or a result that says so: both are a refusal. */
const REFUSES = [{ target: 'result', matcher: { any_of: [{ exact: null }, { subset: { isError: true } }] } }];
/** Any answer at all: the server neither hangs nor dies. */
export const SURVIVES = [{ target: 'result', matcher: { any_of: [{ exact: null }, { type: 'object' }] } }];

export function toolTests(
  tool: ToolDef,
  options: ToolTestOptions,
  name: (text: string) => string,
): ToolTests {
  const cases = argumentCases(tool.inputSchema);
  const shown = shownName(tool.name);
  if (cases.happy === undefined) {
    return { text: '', count: 0, notes: [`${shown}: no valid arguments can be made from its input schema`] };
  }
  const tests: string[] = [];
  const notes: string[] = [];
  const add = (what: string, args: Args, expect: unknown[]) =>
    tests.push(
      yamlItem({ name: name(`${shown}: ${what}`), server: SERVER, tool: tool.name, args, expect }, 2),
    );
  add('valid arguments', cases.happy, ANSWERS);
  if (cases.edge && options.include_edge !== false) add(cases.edge.label, cases.edge.args, ANSWERS);
  if (cases.violation && options.include_violation !== false)
    add(`refuses arguments ${joined(cases.violation)}`, cases.violation.args, refusal(cases.violation));
  if (tool.outputSchema !== undefined) {
    const expect = outputExpectation(tool.outputSchema);
    if (expect) add('output follows its schema', cases.happy, expect);
    else notes.push(`${shown}: its output schema cannot be used, so it is not tested`);
  }
  for (const probe of options.probe ? cases.probes : []) {
    const refused = !probe.valid && probe.unknown_field !== true;
    add(`probe, ${probe.label}`, probe.args, refused ? refusal(probe) : SURVIVES);
  }
  const review =
    safetyClass(tool) === 'destructive' ? `  # review before first run: ${shown} may destroy data\n` : '';
  return { text: review + tests.join(review), count: tests.length, notes };
}

function joined({ label }: ArgumentCase): string {
  return label.startsWith('without') ? label : `with ${label}`;
}

function refusal({ label }: ArgumentCase): unknown[] {
  return REFUSES.map((one) => ({ ...one, message: `the input schema does not allow this call (${label})` }));
}

/** A result that signals an error need not follow the schema, and may hold no structured content. */
function outputExpectation(schema: unknown): unknown[] | undefined {
  try {
    compileSchema(schema);
  } catch {
    return undefined;
  }
  const failed = { required: ['isError'], properties: { isError: { const: true } } };
  return [
    {
      target: 'result',
      matcher: { schema: { anyOf: [{ required: ['structuredContent'] }, failed] } },
      message: 'a tool with an output schema answers with structured content unless it signals an error',
    },
    {
      target: 'result.structuredContent',
      matcher: { any_of: [{ schema }, { exact: null }] },
      message: 'structured content follows the output schema',
    },
  ];
}
