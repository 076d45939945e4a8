import { show } from '../../../util/text.js';
import { check, judged } from '../../check.js';
import { embeddedProblem } from '../../judge/content.js';
import { readResults } from '../../judge/reads.js';

export const cRes001 = check({
  id: 'C-RES-001',
  title: 'the contents of a resource have a URI, and text or a blob',
  level: 'MUST',
  needs: 'resources',
  spec: 'server/resources#reading-resources',
  official: ['resources-read-text', 'resources-read-binary'],
  fix: 'Send `contents` as a list of objects with `uri` and either `text` or `blob`.',
  async run(world) {
    const wrong = (await readResults(world)).flatMap(({ read, result: { contents } }) => {
      const problem = Array.isArray(contents)
        ? contents.map(embeddedProblem).find((one) => one !== undefined)
        : `\`contents\` is ${show(contents)}`;
      return problem === undefined ? [] : [{ read, problem }];
    });
    return judged(
      wrong.map(({ read, problem }) => `${show(read.uri)}: ${problem}`),
      'it is',
      ...wrong.slice(0, 1).map(({ read }) => read.exchange),
    );
  },
});
