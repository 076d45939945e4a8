import { broken, check, kept } from '../../check.js';
import { contentType, httpOf } from '../../judge/http.js';

export const cHttp003 = check({
  id: 'C-HTTP-003',
  title: 'a request is answered with JSON or an event stream',
  level: 'MUST',
  on: 'http',
  since: '2025-03-26',
  spec: {
    legacy: 'basic/transports#sending-messages-to-the-server',
    modern: 'basic/transports/streamable-http#sending-messages',
  },
  fix: 'Send the Content-Type application/json or text/event-stream.',
  async run(world) {
    const exchange = await world.signOfLife();
    const type = contentType(httpOf(exchange));
    const isKnown = type === 'application/json' || type === 'text/event-stream';
    return isKnown
      ? kept(`it is ${type}`, exchange)
      : broken(`the Content-Type is ${JSON.stringify(type)}`, exchange);
  },
});
