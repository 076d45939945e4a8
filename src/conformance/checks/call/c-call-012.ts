import { isObject } from '../../../util/plain.js';
import { show } from '../../../util/text.js';
import { check, judged } from '../../check.js';
import { isBase64 } from '../../judge/content.js';
import { callResults } from '../../learn/calls.js';
import { needSome } from '../../world.js';

export const cCall012 = check({
  id: 'C-CALL-012',
  title: 'images and sounds are Base64',
  level: 'MUST',
  needs: 'tools',
  spec: 'server/tools#image-content',
  official: ['tools-call-image', 'tools-call-audio'],
  fix: 'Encode `data` as Base64, without a data: prefix.',
  async run(world) {
    const all = (await callResults(world)).flatMap(({ call, result }) =>
      (Array.isArray(result.content) ? result.content : [])
        .filter((block) => isObject(block) && (block.type === 'image' || block.type === 'audio'))
        .map((block: Record<string, unknown>) => ({ call, data: block.data })),
    );
    const blocks = needSome(all, 'no result held one');
    const wrong = blocks.filter(({ data }) => !(typeof data === 'string' && isBase64(data)));
    return judged(
      wrong.map(({ call }) => `\`data\` of ${show(call.tool.name)} is not Base64`),
      'they are',
      ...wrong.slice(0, 1).map(({ call }) => call.exchange),
    );
  },
});
