import { check, judged } from '../../check.js';

export const cLife002 = check({
  id: 'C-LIFE-002',
  title: 'the server says its name and version',
  level: 'MUST',
  until: '2025-11-25',
  spec: 'basic/lifecycle#initialization',
  official: ['server-initialize'],
  fix: 'Send serverInfo with `name` and `version` as text.',
  run({ opening }) {
    const problems = ['name', 'version'].flatMap((key) =>
      typeof opening.server_info?.[key] === 'string' ? [] : [`\`serverInfo.${key}\` is not text`],
    );
    return judged(problems, 'both are there', opening.handshake);
  },
});
