import { check, judged } from '../../check.js';
import { errorOf, replyOf } from '../../world.js';

export const cHttp015 = check({
  id: 'C-HTTP-015',
  title: 'a method that does not exist is answered with 404 and -32601',
  level: 'MUST',
  on: 'http',
  since: '2026-07-28',
  spec: 'basic/transports/streamable-http#protocol-version-header',
  official: ['sep-2575-http-server-method-not-found-404'],
  fix: 'Answer methods that you do not know with the status 404 and error -32601.',
  async run(world) {
    const exchange = await world.unknownMethod();
    replyOf(exchange);
    const code = errorOf(exchange)?.code;
    const problems = code === -32601 ? [] : [`the code is ${String(code)}`];
    if (exchange.http?.status !== 404) problems.push(`the status is ${exchange.http?.status}`);
    return judged(problems, 'it is', exchange);
  },
});
