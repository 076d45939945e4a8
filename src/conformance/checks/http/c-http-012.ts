import { broken, check, kept, NotApplicable } from '../../check.js';
import { contentType, httpOf } from '../../judge/http.js';

export const cHttp012 = check({
  id: 'C-HTTP-012',
  title: 'an event stream ends after the answer',
  level: 'SHOULD',
  on: 'http',
  since: '2025-03-26',
  spec: {
    legacy: 'basic/transports#sending-messages-to-the-server',
    modern: 'basic/transports/streamable-http#receiving-messages',
  },
  fix: 'Close the stream of a request once its answer is sent.',
  async run(world) {
    const exchange = await world.signOfLife();
    const answer = httpOf(exchange);
    if (contentType(answer) !== 'text/event-stream')
      throw new NotApplicable('the answer is not an event stream');
    return answer.ended ? kept('it does', exchange) : broken('it stayed open', exchange);
  },
});
