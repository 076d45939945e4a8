import { broken, check, kept, NotTestable } from '../../check.js';

/** A tool that takes this long can be cancelled before it answers. */
const SLOW_MS = 200;
/** An answer that was on its way when the cancellation came. */
const RACE_MS = 100;
/** How often a tool must take long before its answer counts. */
const LOOKS = 4;

export const cCancel003 = check({
  id: 'C-CANCEL-003',
  title: 'a request that was cancelled is not answered',
  level: 'SHOULD',
  on: 'stdio',
  needs: 'tools',
  spec: {
    legacy: 'basic/utilities/cancellation#behavior-requirements',
    modern: 'basic/patterns/cancellation#behavior-requirements',
  },
  fix: 'Stop the work when notifications/cancelled comes, and send no answer.',
  lane: 'own',
  async run(world) {
    const slow = (await world.calls()).find(
      (call) => call.exchange.duration_ms >= SLOW_MS && call.exchange.reply,
    );
    if (slow === undefined) throw new NotTestable('no tool that may be called takes long enough');
    const talk = await world.second();
    const id = talk.nextId();
    const params = { name: slow.tool.name, arguments: slow.args };
    const asked = talk.ask('tools/call', params, { id, timeoutMs: slow.exchange.duration_ms * 2 + 500 });
    const told = await talk.tell('notifications/cancelled', { requestId: id });
    const began = performance.now();
    const exchange = await asked;
    if (exchange.reply === undefined) return kept('it is not', exchange, told);
    if (performance.now() - began < RACE_MS)
      throw new NotTestable('the answer was faster than the cancellation', exchange);
    // A call that took long a few times, since the machine was busy, shows nothing of a cancellation.
    for (let look = 0; look < LOOKS; look += 1) {
      const again = await talk.ask('tools/call', params, { timeoutMs: slow.exchange.duration_ms * 2 + 500 });
      if (again.duration_ms < SLOW_MS)
        throw new NotTestable('the tool does not always take long enough', again);
    }
    return broken('an answer came all the same', exchange);
  },
});
