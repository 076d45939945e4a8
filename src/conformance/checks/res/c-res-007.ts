import { check } from '../../check.js';
import { judgeServed } from '../../judge/served.js';
import { firstResource } from '../../learn/first-resource.js';

export const cRes007 = check({
  id: 'C-RES-007',
  title: 'a subscription can be ended',
  level: 'MUST',
  until: '2025-11-25',
  needs: 'resources.subscribe',
  spec: 'server/resources#subscriptions',
  official: ['resources-unsubscribe'],
  fix: 'Answer resources/unsubscribe with an empty result.',
  lane: 'rough',
  async run(world) {
    const uri = await firstResource(world);
    const talk = await world.rough();
    await talk.ask('resources/subscribe', { uri });
    return judgeServed(await talk.ask('resources/unsubscribe', { uri }));
  },
});
