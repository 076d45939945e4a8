import { broken, check, kept } from '../../check.js';
import { httpOf } from '../../judge/http.js';

export const cHttp011 = check({
  id: 'C-HTTP-011',
  title: 'a body that is not JSON is refused with 400',
  level: 'SHOULD',
  on: 'http',
  since: '2025-03-26',
  spec: {
    legacy: 'basic/transports#sending-messages-to-the-server',
    modern: 'basic/transports/streamable-http#sending-messages',
  },
  fix: 'Answer what cannot be parsed with the status 400.',
  lane: 'rough',
  async run(world) {
    const talk = await world.rough();
    const exchange = await talk.send('{"jsonrpc": "2.0", "method": ');
    const { status } = httpOf(exchange);
    return status === 400 ? kept('it is', exchange) : broken(`the status is ${status}`, exchange);
  },
});
