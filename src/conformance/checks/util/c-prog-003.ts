import { check, judged, NotApplicable } from '../../check.js';
import { progressRuns } from '../../judge/progress.js';

export const cProg003 = check({
  id: 'C-PROG-003',
  title: 'progress ends with the answer',
  level: 'MUST',
  spec: {
    legacy: 'basic/utilities/progress#behavior-requirements',
    modern: 'basic/patterns/progress#behavior-requirements',
  },
  fix: 'Send no progress after the answer.',
  lane: 'afterwards',
  async run(world) {
    const runs = await progressRuns(world);
    if (runs.length === 0) throw new NotApplicable('the server reported no progress');
    const late = runs.filter(({ afterAnswer }) => afterAnswer);
    return judged(
      late.map(() => 'progress came after the answer'),
      'it does',
      ...(late[0]?.frames ?? []),
    );
  },
});
