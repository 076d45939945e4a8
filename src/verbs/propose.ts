/**
 * `propose_assertions`: one tool is called and what it answers becomes a test. A tool that only reads is
 * called twice, to see what stays; one that changes something once; one that destroys only when asked to.
 */

import { type SafetyClass, safetyClass } from '../catalog/safety-class.js';
import { isRefused } from '../gates/refused-access.js';
import type { ObservedAnswer } from '../generate/observation.js';
import { type Proposal, propose } from '../generate/propose.js';
import { listAll } from '../target/list-all.js';
import type { TargetInput } from '../target/target.js';
import { withTarget } from '../target/with-target.js';
import type { Catalog, ToolDef } from '../types/catalog.js';
import type { Connection } from '../types/connection.js';
import { didYouMean } from '../util/did-you-mean.js';
import { EXIT, McptestError } from '../util/errors.js';
import { fullMessage } from '../util/full-message.js';
import { clip, oneLine } from '../util/text.js';

export interface ProposeInput extends TargetInput {
  tool: string;
  args?: Record<string, unknown>;
  /** One call, whatever the tool. */
  single_call?: boolean;
  /** Allow exactly one call of a tool that may destroy something. */
  execute_destructive?: boolean;
}

export interface ProposeReport {
  result: Proposal & { calls_made: number };
  /** The tool that was called, for whoever looks at its description. */
  catalog: Catalog;
  closing: Promise<void>;
}

export async function proposeAssertions(input: ProposeInput): Promise<ProposeReport> {
  const { value, closing } = await withTarget(input, async ({ connection, redactor }) => {
    const tool = await descriptor(connection, input.tool);
    const safety = safetyClass(tool);
    if (safety === 'destructive' && input.execute_destructive !== true) throw refused(input.tool);
    const calls = callsFor(safety, input.single_call === true);
    const args = input.args ?? {};
    const observed: ObservedAnswer[] = [];
    for (let n = 0; n < calls; n += 1) observed.push(redactor.value(await observe(connection, input, args)));
    const made = propose({ tool: input.tool, args: redactor.value(args), observed });
    const notes = [...made.notes, ...whyOnce(safety, calls, input.single_call === true)];
    const catalog: Catalog = { server: connection.name, tools: [redactor.value(tool)] };
    return { result: { ...made, calls_made: calls, notes }, catalog };
  });
  return { ...value, closing };
}

function callsFor(safety: SafetyClass, single: boolean): number {
  return safety === 'read-only' && !single ? 2 : 1;
}

function whyOnce(safety: SafetyClass, calls: number, single: boolean): string[] {
  if (calls > 1 || (single && safety === 'read-only')) return [];
  return [`the tool is ${safety}, and a second call would itself be a side effect, so it was called once`];
}

async function descriptor(connection: Connection, name: string): Promise<ToolDef> {
  const tools = (await listAll(connection, 'tools/list')) as ToolDef[];
  const tool = tools.find((one) => one.name === name);
  if (tool) return tool;
  const names = tools.map((one) => String(one.name).slice(0, 200)).slice(0, 500);
  const near = didYouMean(name.slice(0, 200), names);
  throw new McptestError({
    code: 'unknown-tool',
    message: `the server has no tool ${JSON.stringify(clip(name, 100))}`,
    hint: near === undefined ? 'list_tools says what there is.' : `did you mean \`${oneLine(near)}\`?`,
    exitCode: EXIT.usage,
  });
}

async function observe(
  connection: Connection,
  input: ProposeInput,
  args: Record<string, unknown>,
): Promise<ObservedAnswer> {
  const reply = await connection.request(
    'tools/call',
    { name: input.tool, arguments: args },
    { signal: input.signal },
  );
  const { duration_ms } = reply;
  if (reply.kind === 'result') return { duration_ms, result: reply.result };
  if (reply.kind === 'error') return { duration_ms, error: reply.error };
  throw new McptestError({
    code: `call-${reply.kind}`,
    message: `${oneLine(clip(input.tool, 100))}: ${fullMessage(reply)}`,
    exitCode: isRefused(reply) ? EXIT.inconclusive : EXIT.failed,
  });
}

function refused(tool: string): McptestError {
  return new McptestError({
    code: 'destructive-refused',
    message: `${oneLine(clip(tool, 100))} may destroy something, so it was not called`,
    hint: 'Pass `execute_destructive: true` to allow exactly one call.',
    exitCode: EXIT.refused,
  });
}
