import { broken, check, kept, NotApplicable } from '../../check.js';
import { contentType, httpOf } from '../../judge/http.js';

export const cHttp014 = check({
  id: 'C-HTTP-014',
  title: 'an event stream asks proxies not to buffer it',
  level: 'SHOULD',
  on: 'http',
  since: '2026-07-28',
  spec: 'basic/transports/streamable-http#receiving-messages',
  fix: 'Send the header X-Accel-Buffering: no with event streams.',
  async run(world) {
    const exchange = await world.signOfLife();
    const answer = httpOf(exchange);
    if (contentType(answer) !== 'text/event-stream')
      throw new NotApplicable('the answer is not an event stream');
    const said = answer.header('x-accel-buffering');
    return said === 'no'
      ? kept('it does', exchange)
      : broken(`X-Accel-Buffering is ${said ?? 'missing'}`, exchange);
  },
});
