/**
 * The tests of one tool: valid arguments, edges, violations, probes, and what its output schema promises.
 * A test passes on an error only where its name says so; an error to made-up arguments proves nothing. Where the calls
 * were observed, the tests say what was answered.
 */
import { safetyClass } from '../catalog/safety-class.js';
import { compileSchema } from '../json-schema/compile.js';
import { yamlItem } from '../source/yaml-text.js';
import type { ToolDef } from '../types/catalog.js';
import { omitUndefined } from '../util/omit-undefined.js';
import { isObject } from '../util/plain.js';
import { type Args, type ArgumentCase, type ArgumentCases, argumentCases } from './argument-cases.js';
import type { ObservedPlace } from './observed-expectation.js';
import { failsOnlyWith, refusalExpected, successExpected } from './observed-expectation.js';
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
  /** What was seen of the server, and where the suite will stand. */
  seen?: ObservedPlace;
}

export interface ToolTests {
  /** Items of `tools:`, with the comment above them. */
  text: string;
  count: number;
  /** Names of tests that ask for success and nothing else. */
  weak: string[];
  notes: string[];
}

const SUCCEEDS = { 'result.isError': { not: true } };
const ANSWERS = [SUCCEEDS, { 'result.content': { type: 'array' } }];
/** An error, or a result that says so: both are a refusal. */
const REFUSES = [{ target: 'result', matcher: { any_of: [{ exact: null }, { subset: { isError: true } }] } }];
/** Any answer at all: the server neither hangs nor dies. */
const SURVIVES = [{ target: 'result', matcher: { any_of: [{ exact: null }, { type: 'object' }] } }];
const CHANGES =
  'it may change what the other tests were observed on: remove this line where the server begins anew each time';

/** The sets of arguments that the tests of a tool are made with. */
export function casesOf(tool: ToolDef, options: ToolTestOptions, known?: Args): ArgumentCases {
  const { happy, edge, violation, probes } = argumentCases(tool.inputSchema, tool.name, known);
  return {
    happy,
    edge: options.include_edge === false ? undefined : edge,
    violation: options.include_violation === false ? undefined : violation,
    probes: options.probe ? probes : [],
  };
}

export function toolTests(tool: ToolDef, options: ToolTestOptions, place: SuitePlace): ToolTests {
  const cases = casesOf(tool, options, place.seen?.observations.argumentsOf(tool.name));
  const shown = shownName(tool.name);
  const none = (why: string): ToolTests => ({ text: '', count: 0, weak: [], notes: [`${shown}: ${why}`] });
  if (cases.happy === undefined) return none('no valid arguments can be made from its input schema');
  const secret = secretIn([tool.name, cases.happy]);
  if (secret !== undefined) return none(`a call of it would hold the secret ${secret}, so it is not tested`);
  const made = new TestsOfTool(tool, place);
  made.addSuccess('valid arguments', cases.happy);
  if (cases.edge) made.addEdge(cases.edge, cases.happy);
  if (cases.violation) made.addRefusal(`refuses arguments ${joined(cases.violation)}`, cases.violation);
  if (tool.outputSchema !== undefined) made.addOutput(cases.happy, tool.outputSchema);
  for (const probe of cases.probes) made.addProbe(probe);
  const review =
    safetyClass(tool) === 'destructive' ? `  # review before first run: ${shown} may destroy data\n` : '';
  const { tests, weak, notes } = made;
  return { text: review + tests.join(review), count: tests.length, weak, notes: [...new Set(notes)] };
}

/** What a test asks for, and what becomes of an error. */
interface Wanted {
  expect: unknown[];
  on_tool_error?: 'inconclusive';
  skip?: string;
}

class TestsOfTool {
  readonly tests: string[] = [];
  readonly weak: string[] = [];
  readonly notes: string[] = [];

  constructor(
    private readonly tool: ToolDef,
    private readonly place: SuitePlace,
  ) {}

  addSuccess(what: string, args: Args): void {
    const seen = this.#seen(args);
    const held = seen && successExpected(this.tool, args, seen);
    if (held?.note) this.notes.push(`${shownName(this.tool.name)}: ${held.note}`);
    if (held?.expect) {
      this.#add(what, args, { expect: held.expect });
      return;
    }
    const name = this.#add(what, args, {
      expect: ANSWERS,
      ...this.#unproven(),
      skip: held?.skip ?? this.#skip(),
    });
    this.weak.push(name);
  }

  /** What the schema allows may still be refused; seen to be so, the test says it. */
  addEdge(edge: ArgumentCase, happy: Args): void {
    const { seen } = this.place;
    if (seen && failsOnlyWith(this.tool, { args: edge.args, happy }, seen))
      this.addRefusal(`refuses ${edge.label}`, edge);
    else this.addSuccess(edge.label, edge.args);
  }

  addRefusal(what: string, { args, label, field }: ArgumentCase): void {
    const seen = this.#seen(args);
    const held = seen && refusalExpected(this.tool, { args, field }, seen);
    this.#add(what, args, { expect: held ?? refusal(label) });
  }

  addOutput(args: Args, schema: unknown): void {
    // A run checks the output schema anyway; what was observed says more than a test of its own could.
    const seen = this.#seen(args);
    if (seen && successExpected(this.tool, args, seen)?.expect) return;
    const expect = outputExpectation(schema);
    if (expect)
      this.#add('output follows its schema', args, { expect, ...this.#unproven(), skip: this.#skip() });
    else
      this.notes.push(`${shownName(this.tool.name)}: its output schema cannot be used, so it is not tested`);
  }

  addProbe(probe: ArgumentCase): void {
    if (!probe.valid && probe.unknown_field !== true) this.addRefusal(`probe, refuses ${probe.label}`, probe);
    else
      this.weak.push(
        this.#add(`probe, answers or refuses ${probe.label}`, probe.args, {
          expect: SURVIVES,
          skip: probe.valid ? this.#skip() : undefined,
        }),
      );
  }

  #seen(args: Args): ObservedPlace | undefined {
    const { seen } = this.place;
    return seen?.observations.of({ kind: 'tool', name: this.tool.name, args }) && seen;
  }

  /** Without arguments there is nothing to replace, and an error is the tool's own. */
  #unproven(): Pick<Wanted, 'on_tool_error'> {
    return takesArguments(this.tool) ? { on_tool_error: 'inconclusive' } : {};
  }

  #skip(): string | undefined {
    const { seen } = this.place;
    const changes = safetyClass(this.tool) !== 'read-only';
    return seen && seen.observations.size > 0 && changes ? CHANGES : undefined;
  }

  #add(what: string, args: Args, { expect, on_tool_error, skip }: Wanted): string {
    const { server, seen } = this.place;
    const name = this.place.name(`${shownName(this.tool.name)}: ${what}`);
    const sent = seen ? seen.portable(args) : args;
    const test = { name, server, tool: this.tool.name, args: sent, skip, on_tool_error, expect };
    this.tests.push(yamlItem(omitUndefined(test), 2));
    return name;
  }
}

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

function refusal(label: string): unknown[] {
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
