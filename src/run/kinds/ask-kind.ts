/** A part of the protocol beside tools, resources and prompts → what it answered. One file a kind. */
import type { ProtocolCall } from '../../types/suite.js';
import type { KindAnswer, KindContext } from './kind-answer.js';

type Kind = Exclude<ProtocolCall['kind'], 'request'>;
type Ask<K extends Kind> = (
  call: Extract<ProtocolCall, { kind: K }>,
  context: KindContext,
) => Promise<KindAnswer>;

const KINDS: { [K in Kind]: () => Promise<Ask<K>> } = {
  completion: async () => (await import('./completion.js')).askCompletion,
  template: async () => (await import('./template.js')).askTemplate,
  subscription: async () => (await import('./subscription.js')).askSubscription,
  task: async () => (await import('./task.js')).askTask,
  app: async () => (await import('./app.js')).askApp,
  capabilities: async () => (await import('./capabilities.js')).askCapabilities,
};

export async function askKind(
  call: Exclude<ProtocolCall, { kind: 'request' }>,
  context: KindContext,
): Promise<KindAnswer> {
  const ask = (await KINDS[call.kind]()) as Ask<Kind>;
  return ask(call, context);
}
