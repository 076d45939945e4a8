/** Saved runs as resources: the record of a run, and the whole value behind a failure that was clipped. */
import { shareCatalogs } from '../envelope/blobs.js';
import { plainText } from '../report/text/safe-text.js';
import { CODE } from '../rpc-server/eras.js';
import { type Exchange, type Method, RpcFault } from '../rpc-server/rpc.js';
import type { RunEnvelope } from '../types/envelope.js';
import { McptestError } from '../util/errors.js';
import { clip, oneLine } from '../util/text.js';
import { savedRun, savedRuns } from '../verbs/saved-runs.js';
import { parseRunUri, runUri, testSlugs } from './run-uris.js';

const LISTED = 20;

const TEMPLATES = [
  {
    uriTemplate: 'mcptest://runs/{run_id}',
    name: 'run',
    description: 'The record of a saved run.',
    mimeType: 'application/json',
  },
  {
    uriTemplate: 'mcptest://runs/{run_id}/tests/{test}/output',
    name: 'test-output',
    description: 'The whole value that a failed test of a run found.',
  },
];

export function resourceMethods(workspace: string): [string, Method][] {
  return [
    [
      'resources/list',
      async ({ params }) => {
        refuseCursor(params);
        const runs = await savedRuns(workspace, LISTED);
        return {
          resources: runs.map(({ run_id, started_at, verdict }) => ({
            uri: runUri(run_id),
            name: run_id,
            description: `Run of ${started_at}: ${verdict}`,
            mimeType: 'application/json',
          })),
        };
      },
    ],
    [
      'resources/templates/list',
      ({ params }) => {
        refuseCursor(params);
        return { resourceTemplates: TEMPLATES };
      },
    ],
    ['resources/read', (exchange) => read(exchange, workspace)],
  ];
}

async function read({ params, era }: Exchange, workspace: string): Promise<Record<string, unknown>> {
  const { uri } = params;
  if (typeof uri !== 'string')
    throw new RpcFault(
      CODE.invalidParams,
      'Invalid params: uri is missing\nNext: call resources/list for those that there are.',
    );
  const parsed = parseRunUri(uri);
  const envelope = parsed && (await runOrNothing(workspace, parsed.run_id));
  const content =
    envelope && (parsed.test === undefined ? record(envelope) : outputOf(envelope, parsed.test));
  if (!content) {
    const code = era === 'modern' ? CODE.invalidParams : CODE.legacyResourceNotFound;
    throw new RpcFault(
      code,
      `Resource not found: ${clip(oneLine(uri), 200)}\nNext: call resources/list for those that there are.`,
      { uri },
    );
  }
  return { contents: [{ uri, ...content }] };
}

async function runOrNothing(workspace: string, id: string): Promise<RunEnvelope | undefined> {
  return savedRun(workspace, id).catch((error: unknown) => {
    if (error instanceof McptestError) return undefined;
    throw error;
  });
}

function record(envelope: RunEnvelope) {
  return { mimeType: 'application/json', text: JSON.stringify(shareCatalogs(envelope)) };
}

/** The value of the first check that did not pass, as it was found; secrets in it are placeholders. */
function outputOf(envelope: RunEnvelope, test: string) {
  const slugs = testSlugs(envelope.results);
  const result = envelope.results.find((one) => slugs.get(one) === test);
  const check = result?.checks.find(({ outcome }) => outcome !== 'pass');
  if (check?.actual === undefined) return undefined;
  const mimeType = typeof check.actual === 'string' ? 'text/plain' : 'application/json';
  return { mimeType, text: plainText(check.actual) };
}

function refuseCursor(params: Record<string, unknown>): void {
  if (params.cursor !== undefined)
    throw new RpcFault(
      CODE.invalidParams,
      'Invalid params: unknown cursor; all is on one page\nNext: call it without a cursor.',
    );
}
