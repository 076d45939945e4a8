import { check, judged, NotApplicable } from '../../check.js';
import { progressRuns } from '../../judge/progress.js';

export const cProg002 = check({
  id: 'C-PROG-002',
  title: 'progress increases',
  level: 'MUST',
  spec: { legacy: 'basic/utilities/progress#progress-flow', modern: 'basic/patterns/progress#progress-flow' },
  fix: 'Let `progress` grow with each notification, even if the total is not known.',
  lane: 'afterwards',
  async run(world) {
    const runs = await progressRuns(world);
    if (runs.length === 0) throw new NotApplicable('the server reported no progress');
    const wrong = runs.filter(({ values }) =>
      values.some((value, at) => at > 0 && !(value > (values[at - 1] ?? 0))),
    );
    return judged(
      wrong.map(({ values }) => `it went ${values.slice(0, 5).join(', ')}`),
      'it does',
      ...(wrong[0]?.frames ?? []),
    );
  },
});
