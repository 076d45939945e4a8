import { broken, check, kept, NotApplicable } from '../../check.js';
import { httpOf } from '../../judge/http.js';

export const cHttp001 = check({
  id: 'C-HTTP-001',
  title: 'a local server refuses requests from foreign origins',
  level: 'MUST',
  on: 'http',
  since: '2025-03-26',
  spec: {
    legacy: 'basic/transports#security-warning',
    modern: 'basic/transports/streamable-http#security-endpoint',
  },
  official: ['localhost-host-rebinding-rejected'],
  fix: 'Refuse requests with an `Origin` that you do not know with the status 403: else any web page can talk to the server.',
  async run(world) {
    const { spec } = await world.launcher.httpSettings();
    if (!/^(localhost|127\.|\[::1\])/.test(new URL(spec.url).hostname))
      throw new NotApplicable('which origins are valid is for a server that is not local to say');
    const method = world.era === 'modern' ? 'server/discover' : 'ping';
    const exchange = await world.talk.ask(method, {}, { headers: { origin: 'http://mcptest-evil.example' } });
    const { status } = httpOf(exchange);
    const isRefused = world.revision >= '2025-11-25' ? status === 403 : status >= 400;
    return isRefused
      ? kept(`the status is ${status}`, exchange)
      : broken(`the status is ${status}`, exchange);
  },
});
