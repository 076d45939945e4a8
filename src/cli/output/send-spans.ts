/**
 * `--otlp URL`: the spans of a run to an OpenTelemetry collector, as OTLP/HTTP with JSON. Everything about the address is
 * checked before the run. Headers come from the environment and go to that address alone: over TLS or to this machine,
 * and no redirect is followed.
 */
import type { Secret } from '../../redact/redactor.js';
import type { RunEnvelope } from '../../types/envelope.js';
import { EXIT, McptestError } from '../../util/errors.js';
import { hostKind } from '../../util/host-kind.js';
import { oneLine, plural } from '../../util/text.js';

export interface Collector {
  url: string;
  /** The address without what may be secret. */
  shown: string;
  headers: Record<string, string>;
  timeout_ms: number;
}

const DEFAULT_TIMEOUT_MS = 10_000;
/** Collectors refuse large bodies. */
const SPANS_A_REQUEST = 500;

export function collectorAt(
  text: string,
  env: NodeJS.ProcessEnv,
  onSecret: (secret: Secret) => void,
): Collector {
  if (!URL.canParse(text))
    throw usage(`${oneLine(text)} is not a URL`, 'Write --otlp http://localhost:4318.');
  const url = new URL(text);
  if (url.username !== '' || url.password !== '')
    throw usage('the URL of --otlp holds a password', 'Put it into OTEL_EXPORTER_OTLP_HEADERS.');
  if (!url.pathname.endsWith('/v1/traces')) url.pathname = `${url.pathname.replace(/\/$/, '')}/v1/traces`;
  const shown = url.origin + url.pathname;
  const headers = headersOf(env.OTEL_EXPORTER_OTLP_TRACES_HEADERS ?? env.OTEL_EXPORTER_OTLP_HEADERS ?? '');
  for (const [name, value] of Object.entries(headers)) onSecret({ name: `otlp-${name}`, value });
  const isSafe = url.protocol === 'https:' || hostKind(url.hostname) === 'loopback';
  if (Object.keys(headers).length > 0 && !isSafe)
    throw usage(
      `OTEL_EXPORTER_OTLP_HEADERS would go to ${shown} without encryption`,
      'Use https, a collector on this machine, or unset the variable.',
    );
  const asked = Number(env.OTEL_EXPORTER_OTLP_TRACES_TIMEOUT ?? env.OTEL_EXPORTER_OTLP_TIMEOUT ?? Number.NaN);
  return { url: url.href, shown, headers, timeout_ms: asked > 0 ? asked : DEFAULT_TIMEOUT_MS };
}

/** `a=1,b=two%20words`. */
function headersOf(text: string): Record<string, string> {
  const pairs = text.split(',').flatMap((pair): [string, string][] => {
    const at = pair.indexOf('=');
    if (at < 1) return [];
    return [[pair.slice(0, at).trim().toLowerCase(), decoded(pair.slice(at + 1).trim())]];
  });
  return Object.fromEntries(pairs);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A run that did not pass keeps its own exit code. */
export async function sendSpans(envelope: RunEnvelope, collectors: readonly Collector[]): Promise<void> {
  const { loadReporter } = await import('../../report/registry.js');
  const render = await loadReporter('otlp');
  const text = render(envelope, { color: false, width: 80, agent_budget: 0 });
  const bodies = parts(text);
  const problems: string[] = [];
  for (const collector of collectors) {
    const problem = await sendAll(collector, bodies);
    if (problem !== undefined) problems.push(`${collector.shown}: ${problem}`);
  }
  if (problems.length === 0) return;
  throw new McptestError({
    code: 'otlp-not-sent',
    message: `the spans of this run were not taken by ${oneLine(problems.join('; '))}`,
    hint: 'The run itself is judged and kept; mcptest report latest --format otlp --output spans.json writes them to a file.',
    exitCode: envelope.exit_code === EXIT.ok ? EXIT.usage : envelope.exit_code,
  });
}

interface Export {
  resourceSpans: [{ resource: unknown; scopeSpans: [{ scope: unknown; spans: unknown[] }] }];
}

function parts(text: string): string[] {
  const [{ resource, scopeSpans }] = (JSON.parse(text) as Export).resourceSpans;
  const [{ scope, spans }] = scopeSpans;
  const bodies: string[] = [];
  for (let at = 0; at < spans.length; at += SPANS_A_REQUEST) {
    const some = spans.slice(at, at + SPANS_A_REQUEST);
    bodies.push(JSON.stringify({ resourceSpans: [{ resource, scopeSpans: [{ scope, spans: some }] }] }));
  }
  return bodies;
}

/** What went wrong, in words; one deadline covers all requests. */
async function sendAll(
  { url, headers, timeout_ms }: Collector,
  bodies: readonly string[],
): Promise<string | undefined> {
  const signal = AbortSignal.timeout(timeout_ms);
  try {
    for (const body of bodies) {
      const problem = await send(url, { headers, body, signal });
      if (problem !== undefined) return problem;
    }
  } catch (cause) {
    if (signal.aborted) return `no answer within ${timeout_ms} ms`;
    const inner = (cause as Error).cause as NodeJS.ErrnoException | undefined;
    return inner?.code ?? inner?.message ?? (cause as Error).message;
  }
  return undefined;
}

async function send(
  url: string,
  { headers, body, signal }: { headers: Record<string, string>; body: string; signal: AbortSignal },
): Promise<string | undefined> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body,
    signal,
    redirect: 'manual',
  });
  const answer = await response.text();
  if (response.status >= 300) return `it answered ${response.status}`;
  const rejected = rejectedSpans(answer);
  return rejected > 0 ? `it rejected ${plural(rejected, 'span')}` : undefined;
}

/** A collector may take some and say which it did not. */
function rejectedSpans(answer: string): number {
  try {
    return Number(JSON.parse(answer)?.partialSuccess?.rejectedSpans ?? 0);
  } catch {
    return 0;
  }
}

function usage(message: string, hint: string): McptestError {
  return new McptestError({ code: 'bad-otlp', message, hint });
}
