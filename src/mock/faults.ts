/** Faults of the mock: chosen requests are not answered as the manifest says, but late, wrongly or never. */
import { CODE } from '../rpc-server/eras.js';
import { type Exchange, type Method, RpcFault } from '../rpc-server/rpc.js';
import { dueFault } from './due-fault.js';
import { brokenAnswer, unavailable } from './fault-results.js';
import type { MockFault } from './manifest.js';
import type { Peer } from './peer.js';
import { wait } from './wait.js';

type Answer = Method<Peer>;

/** What a method says when it says nothing. */
const NOTHING: Record<string, Record<string, unknown>> = {
  'tools/call': { content: [] },
  'tools/list': { tools: [] },
  'resources/list': { resources: [] },
  'resources/templates/list': { resourceTemplates: [] },
  'resources/read': { contents: [] },
  'prompts/list': { prompts: [] },
  'prompts/get': { messages: [] },
};

export function withFaults(faults: readonly MockFault[], answer: Answer): Answer {
  if (faults.length === 0) return answer;
  return (exchange) => {
    const { method, params, peer } = exchange;
    const meant = faults.filter(
      (f) => f.method === method && (f.tool === undefined || f.tool === params.name),
    );
    const fault = dueFault(meant, peer.counters.faults);
    return fault ? meet(fault, exchange, answer) : answer(exchange);
  };
}

async function meet(fault: MockFault, exchange: Exchange<Peer>, answer: Answer) {
  const { id, method, send, signal } = exchange;
  switch (fault.kind) {
    case 'slow':
      exchange.onWait?.();
      return (await wait(fault.delay_ms, signal)) ? answer(exchange) : undefined;
    case 'timeout':
      exchange.onWait?.();
      await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
      return undefined;
    case 'error':
      if (fault.error) throw new RpcFault(fault.error.code, fault.error.message, fault.error.data);
      if (method !== 'tools/call')
        throw new RpcFault(CODE.internal, 'The service is temporarily unavailable.');
      return unavailable();
    case 'empty':
      return { ...NOTHING[method] };
    case 'malformed':
      if (!send.raw) throw new RpcFault(CODE.internal, 'A batch cannot be malformed in part');
      send.raw(brokenAnswer(id));
      return undefined;
    case 'disconnect':
      send.hangUp?.();
      return undefined;
  }
}
