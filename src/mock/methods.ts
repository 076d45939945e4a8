/** The methods of the mock, by era. What the manifest does not declare does not exist. */

import { CODE, isLegacyRevision, LEGACY_REVISIONS, MODERN_REVISION } from '../rpc-server/eras.js';
import { createPager } from '../rpc-server/pager.js';
import { RpcFault, type Method as RpcMethod } from '../rpc-server/rpc.js';
import type { ToolDef } from '../types/catalog.js';
import type { Era } from '../types/connection.js';
import { omitUndefined } from '../util/omit-undefined.js';
import { isObject, ownValue } from '../util/plain.js';
import { ask } from './ask.js';
import { callTool } from './call-tool.js';
import { announce, changingLists, isThere, type List, listedAs, listen, toolsChange } from './changes.js';
import { withFaults } from './faults.js';
import { setLevel } from './log.js';
import type { Manifest } from './manifest.js';
import type { Peer } from './peer.js';
import { createPrompts } from './prompts.js';
import { createCompletion, hasCompletions } from './protocol/completion.js';
import { createRequests } from './protocol/requests.js';
import {
  hasTasks,
  legacyTaskMethods,
  modernTaskMethods,
  startTask,
  TASKS_CAPABILITY,
  TASKS_EXTENSION,
  type Work,
} from './protocol/tasks.js';
import { createSubscriptions, hasUpdates, tellUpdates } from './protocol/updates.js';
import { createResources } from './resources.js';
import { waitAndReport } from './wait.js';

type Method = RpcMethod<Peer>;

export function createMethods(
  manifest: Manifest,
  log: (line: string) => void,
): { get(era: Era, method: string): Method | undefined } {
  const changing = changingLists(manifest);
  const capabilityOf = (list: List) => (changing.has(list) ? { listChanged: true } : {});
  const hasResources = manifest.resources.length + manifest.resource_templates.length > 0;
  const hasPrompts = manifest.prompts.length > 0;
  const hasTools = manifest.tools.length > 0 || !(hasResources || hasPrompts);
  const subscribes = hasUpdates(manifest);
  const tasks = hasTasks(manifest);
  const resourcesCapability = { ...capabilityOf('resources'), ...(subscribes && { subscribe: true }) };
  const capabilities = omitUndefined({
    tools: hasTools ? capabilityOf('tools') : undefined,
    resources: hasResources ? resourcesCapability : undefined,
    prompts: hasPrompts ? capabilityOf('prompts') : undefined,
    completions: hasCompletions(manifest) ? {} : undefined,
  });
  const declared = (more: Record<string, unknown>): Record<string, unknown> => {
    const extensions = { ...manifest.extensions, ...more };
    return Object.keys(extensions).length > 0 ? { extensions } : {};
  };
  const uris = new Set(subscribes ? manifest.resources.map(({ def }) => def.uri) : []);
  const instructions = manifest.instructions === undefined ? {} : { instructions: manifest.instructions };
  const tools = hasTools ? toolMethods(manifest, log) : [];
  const resources = hasResources ? createResources(manifest) : [];
  const prompts = hasPrompts ? createPrompts(manifest) : [];
  const completion = capabilities.completions ? createCompletion(manifest) : [];
  const own = createRequests(manifest.requests);
  const shared: [string, Method][] = [...tools, ...resources, ...prompts, ...completion];
  const legacy = new Map<string, Method>([
    ...shared,
    ...(subscribes ? createSubscriptions(manifest) : []),
    ...(tasks ? legacyTaskMethods() : []),
    ['ping', () => ({})],
    ['logging/setLevel', setLevel],
    [
      'initialize',
      ({ params, peer }) => {
        if (typeof params.protocolVersion !== 'string') {
          throw new RpcFault(CODE.invalidParams, 'Invalid params: protocolVersion is missing');
        }
        peer.capabilities = params.capabilities;
        peer.revision = isLegacyRevision(params.protocolVersion)
          ? params.protocolVersion
          : LEGACY_REVISIONS[0];
        const hasNow = tasks && peer.revision >= '2025-11-25' ? { tasks: TASKS_CAPABILITY } : {};
        return {
          protocolVersion: peer.revision,
          capabilities: { ...capabilities, logging: {}, ...hasNow, ...declared({}) },
          serverInfo: { name: manifest.name, version: manifest.version },
          ...instructions,
        };
      },
    ],
    ...own,
  ]);
  const discovered = { ...capabilities, ...declared(tasks ? { [TASKS_EXTENSION]: {} } : {}) };
  const modern = new Map<string, Method>([
    ...shared,
    ...(tasks ? modernTaskMethods() : []),
    [
      'server/discover',
      () => ({ supportedVersions: [MODERN_REVISION], capabilities: discovered, ...instructions }),
    ],
    ['subscriptions/listen', (exchange) => listen(exchange, changing, uris)],
    ...own,
  ]);
  return {
    get: (era, method) => {
      const answer = (era === 'legacy' ? legacy : modern).get(method);
      return answer && withFaults(manifest.faults, answer);
    },
  };
}

function toolMethods(manifest: Manifest, log: (line: string) => void): [string, Method][] {
  const byName = new Map<string, Manifest['tools'][number]>();
  for (const tool of manifest.tools) if (!byName.has(tool.def.name)) byName.set(tool.def.name, tool);
  const pager = (defs: ToolDef[]) => createPager('tools', defs, manifest.page_size);
  const whole = pager(manifest.tools.map((tool) => tool.def));
  const alwaysTheSame = !toolsChange(manifest.tools) && manifest.tools.every(({ becomes }) => !becomes);
  const page = (counters: Peer['counters']) => {
    if (alwaysTheSame) return whole;
    const there = manifest.tools.filter((tool) => isThere(tool, counters));
    return pager(there.map((tool) => listedAs(tool, counters)));
  };
  return [
    [
      'tools/list',
      ({ params, peer }) => {
        if (params.cursor === undefined) peer.counters.lists += 1;
        return page(peer.counters)(params);
      },
    ],
    [
      'tools/call',
      async (exchange) => {
        const { params, peer, era } = exchange;
        const tool = typeof params.name === 'string' ? byName.get(params.name) : undefined;
        if (!tool || !isThere(tool, peer.counters))
          throw new RpcFault(CODE.invalidParams, `Unknown tool: ${String(params.name)}`);
        const args = ownValue(params, 'arguments') ?? {};
        if (!isObject(args))
          throw new RpcFault(CODE.invalidParams, 'Invalid params: arguments must be an object');
        const work: Work = async (within, asking) => {
          const before = peer.counters.total;
          const answer = await callTool({
            tool,
            args,
            counters: peer.counters,
            log,
            ask: asking,
            faultsAsResults: era === 'modern' || (peer.revision ?? '') >= '2025-11-25',
          });
          if (peer.counters.total > before) {
            announce(tool, manifest.tools, within);
            tellUpdates(tool, within);
          }
          return (await waitAndReport(answer, within)) ? answer.reply : undefined;
        };
        const started = await startTask(tool, args, exchange, work);
        if (started !== undefined) return started;
        const reply = await work(exchange, () => ask(tool.def.name, tool.ask, args, exchange));
        if (reply === undefined || 'result' in reply) return reply?.result;
        throw new RpcFault(reply.error.code, reply.error.message, reply.error.data);
      },
    ],
  ];
}
