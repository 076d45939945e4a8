import { check } from '../../check.js';
import { judgeServed } from '../../judge/served.js';
import { firstResource } from '../../learn/first-resource.js';

export const cCap006 = check({
  id: 'C-CAP-006',
  title: 'a resource can be subscribed to if that is declared',
  level: 'MUST',
  until: '2025-11-25',
  needs: 'resources.subscribe',
  spec: 'server/resources#subscriptions',
  official: ['resources-subscribe'],
  fix: 'Answer resources/subscribe with an empty result; or do not declare `resources.subscribe`.',
  lane: 'rough',
  async run(world) {
    const uri = await firstResource(world);
    const talk = await world.rough();
    return judgeServed(await talk.ask('resources/subscribe', { uri }));
  },
});
