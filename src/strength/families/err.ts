/** M-ERR: what went well goes wrong, and what was refused goes through. */
import type { Assertion } from '../../types/suite.js';
import { isObject } from '../../util/plain.js';
import { type Answer, type Candidate, isFailure, type Subject } from '../subject.js';

const BROKEN = 'internal error';

export function errCandidates({ answer, kind }: Subject): Candidate[] {
  if (answer.cancelled) return [answered(answer)];
  if (answer.error !== undefined) return [goesThrough(answer, kind)];
  const refusal = rpcError(answer);
  if (kind !== 'tool') return [refusal];
  return isFailure(answer) ? [loosensFlag(answer)] : [toolError(answer), refusal];
}

const isGood: Assertion = { target: 'result.isError', matcher: { not: { exact: true } } };

/** The text stays, as with a server that flags its failures and still says something. */
function toolError(answer: Answer): Candidate {
  return {
    family: 'M-ERR',
    path: 'result.isError',
    change: 'the tool signals an error',
    spot: 'flag',
    make: () => ({ ...answer, result: { content: [{ type: 'text', text: BROKEN }], isError: true } }),
    ideas: () => [isGood, { target: 'result.isError', matcher: { exact: false } }],
  };
}

function loosensFlag(answer: Answer): Candidate {
  return {
    family: 'M-ERR',
    path: 'result.isError',
    change: 'the tool no longer signals an error',
    spot: 'flag',
    make: () => ({ ...answer, result: isObject(answer.result) ? { ...answer.result, isError: false } : {} }),
    ideas: () => [{ target: 'result.isError', matcher: { exact: true } }],
  };
}

function rpcError(answer: Answer): Candidate {
  return {
    family: 'M-ERR',
    path: 'error',
    change: 'the server answers with a JSON-RPC error',
    spot: 'rpc',
    make: () => ({ ...answer, result: undefined, error: { code: -32603, message: BROKEN } }),
    ideas: () => [{ target: 'result', matcher: { type: 'object' } }],
  };
}

function goesThrough(answer: Answer, kind: string): Candidate {
  const empty = kind === 'prompt' ? { messages: [] } : { content: [], contents: [] };
  return {
    family: 'M-ERR',
    path: 'error',
    change: 'the server answers with a result instead of the error',
    spot: 'rpc',
    make: () => ({ ...answer, error: undefined, result: empty }),
    ideas: () => [{ target: 'error.code', matcher: { exact: answer.error?.code } }],
  };
}

function answered(answer: Answer): Candidate {
  return {
    family: 'M-ERR',
    path: 'cancelled',
    change: 'the answer comes before the request is cancelled',
    spot: 'rpc',
    make: () => ({ ...answer, cancelled: undefined, result: { content: [] } }),
    ideas: () => [{ target: 'cancelled', matcher: { exact: true } }],
  };
}
