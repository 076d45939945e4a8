import { check, judged, NotApplicable } from '../../check.js';
import { twice } from '../../judge/items.js';
import { HttpPort } from '../../wire/http-port.js';

export const cHttp013 = check({
  id: 'C-HTTP-013',
  title: 'ids of events are unique in a session',
  level: 'MUST',
  on: 'http',
  since: '2025-03-26',
  until: '2025-11-25',
  spec: 'basic/transports#resumability-and-redelivery',
  fix: 'Give each event of a session its own id.',
  lane: 'afterwards',
  async run(world) {
    await world.survey();
    const ids = world.talk.port instanceof HttpPort ? world.talk.port.eventIds : [];
    if (ids.length === 0) throw new NotApplicable('events have no ids');
    const problems = twice(ids).map((id) => `the id ${String(id)} came twice`);
    return judged(problems, 'they are', world.opening.handshake);
  },
});
