import { show } from '../../../util/text.js';
import { check, judged } from '../../check.js';
import { isBase64 } from '../../judge/content.js';
import { contentsOf, readResults } from '../../judge/reads.js';
import { needSome } from '../../world.js';

export const cRes002 = check({
  id: 'C-RES-002',
  title: 'a blob is Base64',
  level: 'MUST',
  needs: 'resources',
  spec: 'server/resources#binary-content',
  official: ['resources-read-binary'],
  fix: 'Encode `blob` as Base64, without a data: prefix.',
  async run(world) {
    const all = (await readResults(world)).flatMap((one) =>
      contentsOf(one).flatMap(({ blob }) => (blob === undefined ? [] : [{ read: one.read, blob }])),
    );
    const blobs = needSome(all, 'no resource that was read is a blob');
    const wrong = blobs.filter(({ blob }) => !(typeof blob === 'string' && isBase64(blob)));
    return judged(
      wrong.map(({ read }) => `the blob of ${show(read.uri)} is not Base64`),
      'it is',
      ...wrong.slice(0, 1).map(({ read }) => read.exchange),
    );
  },
});
