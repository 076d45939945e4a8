import { broken, check, kept } from '../../check.js';

export const cRpc014 = check({
  id: 'C-RPC-014',
  title: 'a batch is accepted',
  level: 'MUST',
  since: '2025-03-26',
  until: '2025-03-26',
  spec: 'basic#batching',
  fix: 'Accept a list of messages and answer each request in it.',
  lane: 'rough',
  async run(world) {
    const talk = await world.rough();
    const ids = [talk.nextId(), talk.nextId()];
    const exchange = await talk.send(
      ids.map((id) => talk.request(id, 'ping')),
      { ids },
    );
    if (exchange.replies.length < 2)
      return broken(`${exchange.replies.length} of 2 requests were answered`, exchange);
    return kept('both requests of the batch were answered', exchange);
  },
});
