/**
 * The tests of one tool: valid arguments, edges, violations, probes, and what its output schema promises.
 * A test passes on an error only where its name says so; an error to made-up arguments proves nothing.
 */
import { safetyClass } from '../catalog/safety-class.js';
import { compileSchema } from '../json-schema/compile.js';
import { yamlItem } from '../source/yaml-text.js';
import type { ToolDef } from '../types/catalog.js';
import { omitUndefined } from '../util/omit-undefined.js';
import { isObject } from '../util/plain.js';
import { type Args, type ArgumentCase, argumentCases } from './argument-cases.js';
import { secretIn, shownName } from './suite-head.js';

export interface ToolTestOptions {
  include_edge?: boolean;
  include_violation?: boolean;
  probe?: boolean;
}

/** The suite that the tests go into. */
export interface SuitePlace {
  /** The key of the server in it. */
  server: string;
  /** Gives each name once. */
  name: (text: string) => string;
}

export interface ToolTests {
  /** Items of `tools:`, with the comment above them. */
  text: string;
  count: number;
  notes: string[];
}

const SUCCEEDS = { 'result.isError': { not: true } };
const ANSWERS = [SUCCEEDS, { 'result.content': { type: 'array' } }];
/** An error, or a result that says so: both are a refusal. */
const REFUSES = [{ target: 'result', matcher: { any_of: [{ exact: null }, { subset: { isError: true } }] } }];
/** Any answer at all: the server neither hangs nor dies. */
const SURVIVES = [{ target: 'result', matcher: { any_of: [{ exact: null }, { type: 'object' }] } }];

export function toolTests(tool: ToolDef, options: ToolTestOptions, { server, name }: SuitePlace): ToolTests {
  const cases = argumentCases(tool.inputSchema, tool.name);
  const shown = shownName(tool.name);
  if (cases.happy === undefined) {
    return { text: '', count: 0, notes: [`${shown}: no valid arguments can be made from its input schema`] };
  }
  const secret = secretIn([tool.name, cases.happy]);
  if (secret !== undefined) {
    return {
      text: '',
      count: 0,
      notes: [`${shown}: a call of it would hold the secret ${secret}, so it is not tested`],
    };
  }
  const tests: string[] = [];
  const notes: string[] = [];
  const add = (what: string, args: Args, expect: unknown[], on_tool_error?: string) =>
    tests.push(
      yamlItem(
        omitUndefined({
          name: name(`${shown}: ${what}`),
          server,
          tool: tool.name,
          args,
          on_tool_error,
          expect,
        }),
        2,
      ),
    );
  const onError = takesArguments(tool) ? 'inconclusive' : undefined;
  const addSuccess = (what: string, args: Args, expect: unknown[]) => add(what, args, expect, onError);
  addSuccess('valid arguments', cases.happy, ANSWERS);
  if (cases.edge && options.include_edge !== false) addSuccess(cases.edge.label, cases.edge.args, ANSWERS);
  if (cases.violation && options.include_violation !== false)
    add(`refuses arguments ${joined(cases.violation)}`, cases.violation.args, refusal(cases.violation));
  if (tool.outputSchema !== undefined) {
    const expect = outputExpectation(tool.outputSchema);
    if (expect) addSuccess('output follows its schema', cases.happy, expect);
    else notes.push(`${shown}: its output schema cannot be used, so it is not tested`);
  }
  for (const probe of options.probe ? cases.probes : []) {
    if (!probe.valid && probe.unknown_field !== true)
      add(`probe, refuses ${probe.label}`, probe.args, refusal(probe));
    else add(`probe, answers or refuses ${probe.label}`, probe.args, SURVIVES);
  }
  const review =
    safetyClass(tool) === 'destructive' ? `  # review before first run: ${shown} may destroy data\n` : '';
  return { text: review + tests.join(review), count: tests.length, notes };
}

/** Without any there is nothing to replace, and an error is the tool's own. */
function takesArguments({ inputSchema }: ToolDef): boolean {
  if (!isObject(inputSchema)) return false;
  const keys = Object.keys(inputSchema).filter(
    (key) => !['type', '$schema', 'additionalProperties'].includes(key),
  );
  return keys.some((key) => !isObject(inputSchema[key]) || Object.keys(inputSchema[key]).length > 0);
}

function joined({ label }: ArgumentCase): string {
  return label.startsWith('without') ? label : `with ${label}`;
}

function refusal({ label }: ArgumentCase): unknown[] {
  return REFUSES.map((one) => ({ ...one, message: `the input schema does not allow this call (${label})` }));
}

function outputExpectation(schema: unknown): unknown[] | undefined {
  try {
    compileSchema(schema);
  } catch {
    return undefined;
  }
  return [
    SUCCEEDS,
    {
      target: 'result.structuredContent',
      matcher: { schema },
      message: 'structured content follows the output schema',
    },
  ];
}
