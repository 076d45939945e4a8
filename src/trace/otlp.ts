/**
 * OpenTelemetry: spans of the GenAI conventions as OTLP JSON, one document or one export a line. Spans
 * are grouped by trace id; of spans that are none of GenAI only their place in the tree is kept.
 */
import { isObject, ownValue } from '../util/plain.js';
import { plural } from '../util/text.js';
import { stringField } from './fields.js';
import type { TraceImporter } from './importer.js';
import { attributesOf, nanos } from './otlp-attributes.js';
import { translate } from './otlp-dialects.js';
import { ownTrace } from './otlp-own.js';
import { type GenAiSpan, type SpanTree, spansToTrace } from './otlp-spans.js';
import { kindOf, type Place, shapeError } from './place.js';

export const otlp: TraceImporter = {
  title: 'OpenTelemetry GenAI spans (OTLP JSON)',
  signs: ['resourceSpans', 'resource_spans', 'scopeSpans', 'spans', 'traceId', 'spanId'],
  recognise: (value) => (RESOURCES.some((key) => Array.isArray(ownValue(value, key))) ? 'yes' : 'no'),
  start: (context) => {
    const trees = new Map<string, SpanTree>();
    return {
      add(value, at) {
        for (const [span, path] of spansOf(value, at)) addSpan(trees, span, at, path);
      },
      cut() {},
      finish() {
        const whole = [...trees.values()];
        const all = whole.filter(({ superseded }) => !superseded);
        const retried = whole.length - all.length;
        if (retried > 0)
          context.warn(`${plural(retried, 'attempt')} that a later one took the place of left out`);
        const found = all.filter((tree) => tree.spans.length > 0);
        const other = all.filter(({ spans, own }) => spans.length === 0 && !own).length;
        if (other > 0) context.warn(`${plural(other, 'trace')} without GenAI spans left out`);
        let resent = 0;
        for (const tree of found) {
          const once = onlyOnce(tree.spans);
          resent += tree.spans.length - once.length;
          tree.spans = once.sort((a, b) => compare(a.start, b.start));
        }
        if (resent > 0) context.warn(`left out ${plural(resent, 'span')} that an exporter sent again`);
        const startOf = (tree: SpanTree) => tree.spans[0]?.start ?? 0n;
        found.sort((a, b) => compare(startOf(a), startOf(b)));
        return found.map((tree) => ownTrace(tree, context) ?? spansToTrace(tree, context));
      },
    };
  },
};

/** Exporters send again what a collector did not confirm. Spans that only share an id are kept. */
function onlyOnce(spans: GenAiSpan[]): GenAiSpan[] {
  const known = new Set<string>();
  return spans.filter(({ id, operation, start }) => {
    const before = known.size;
    return known.add(`${id} ${operation} ${start}`).size > before;
  });
}

function compare(a: bigint, b: bigint): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** Some exporters write the names of the protocol file. */
const RESOURCES = ['resourceSpans', 'resource_spans'] as const;
const SCOPES = ['scopeSpans', 'scope_spans', 'instrumentationLibrarySpans'] as const;

/** A field by its name, or by the name that the protocol file gives it. */
function field(span: Record<string, unknown>, name: string): unknown {
  return (
    ownValue(span, name) ??
    ownValue(
      span,
      name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    )
  );
}

function textField(span: Record<string, unknown>, name: string): string | undefined {
  const found = field(span, name);
  return typeof found === 'string' ? found : undefined;
}

type Path = readonly (string | number)[];

function* spansOf(value: Record<string, unknown>, at: Place): Generator<[Record<string, unknown>, Path]> {
  const resources = RESOURCES.find((key) => Object.hasOwn(value, key)) ?? 'resourceSpans';
  for (const [resource, i] of objects(value, resources, at, [])) {
    const scopes = SCOPES.find((key) => Object.hasOwn(resource, key)) ?? 'scopeSpans';
    for (const [scope, j] of objects(resource, scopes, at, i)) yield* objects(scope, 'spans', at, j);
  }
}

function* objects(
  value: Record<string, unknown>,
  key: string,
  at: Place,
  path: Path,
): Generator<[Record<string, unknown>, Path]> {
  const list = ownValue(value, key) ?? [];
  if (!Array.isArray(list)) throw shapeError(at, [...path, key], `must be an array, and is ${kindOf(list)}`);
  for (const [index, item] of list.entries()) {
    const inner = [...path, key, index];
    if (!isObject(item)) throw shapeError(at, inner, `must be an object, and is ${kindOf(item)}`);
    yield [item, inner];
  }
}

function addSpan(trees: Map<string, SpanTree>, span: Record<string, unknown>, at: Place, path: Path): void {
  const traceId = textField(span, 'traceId');
  const id = textField(span, 'spanId');
  if (traceId === undefined) throw shapeError(at, [...path, 'traceId'], 'must be a string');
  if (id === undefined) throw shapeError(at, [...path, 'spanId'], 'must be a string');
  let tree = trees.get(traceId);
  if (!tree) {
    tree = { parents: new Map(), spans: [] };
    trees.set(traceId, tree);
  }
  const parent = textField(span, 'parentSpanId');
  if (parent) tree.parents.set(id, parent);
  const attributes = attributesOf(span);
  if (attributes.get('mcptest.superseded') === true) tree.superseded = true;
  if (attributes.has('mcptest.verdict')) tree.own = true;
  translate(attributes, span);
  const operation = attributes.get('gen_ai.operation.name');
  if (typeof operation !== 'string') return;
  const start = nanos(field(span, 'startTimeUnixNano'));
  if (start === undefined) {
    throw shapeError(at, [...path, 'startTimeUnixNano'], 'must be nanoseconds as a number or a string');
  }
  const end = nanos(field(span, 'endTimeUnixNano'));
  const failed = hasFailed(span, attributes);
  const found: GenAiSpan = { id, operation, start, attributes: keep(attributes), failed, at };
  if (end !== undefined && end >= start && end > 0n) found.end = end;
  const message = stringField(ownValue(span, 'status'), 'message');
  if (message) found.statusMessage = message;
  tree.spans.push(found);
}

function hasFailed(span: Record<string, unknown>, attributes: Map<string, unknown>): boolean {
  const code = ownValue(ownValue(span, 'status'), 'code');
  return code === 2 || code === 'STATUS_CODE_ERROR' || attributes.has('error.type');
}

/** Only what becomes part of a trace, so that the rest of a large file is let go. */
function keep(attributes: Map<string, unknown>): Map<string, unknown> {
  for (const key of attributes.keys()) if (!isKept(key)) attributes.delete(key);
  return attributes;
}

function isKept(key: string): boolean {
  return key.startsWith('gen_ai.') || key.startsWith('mcptest.') || key === 'mcp.server.name';
}
