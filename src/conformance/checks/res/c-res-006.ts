import { show } from '../../../util/text.js';
import { check } from '../../check.js';
import { judgeItems } from '../../judge/items.js';

/** Text and expressions in braces that hold names, operators and modifiers of RFC 6570. */
const TEMPLATE = /^(?:[^{}]|\{[+#./;?&]?[\w.%]+(?:\*|:\d{1,4})?(?:,[\w.%]+(?:\*|:\d{1,4})?)*\})+$/;

export const cRes006 = check({
  id: 'C-RES-006',
  title: 'URI templates are written as RFC 6570 says',
  level: 'SHOULD',
  needs: 'resources',
  spec: 'server/resources#resource-templates',
  fix: 'Write variables as {name}; close each brace.',
  run: (world) =>
    judgeItems(world, {
      in: 'templates',
      where: ({ uriTemplate }) => typeof uriTemplate === 'string',
      wrong: ({ uriTemplate: template }) =>
        TEMPLATE.test(template as string) ? undefined : `${show(template)} is not`,
      good: 'they are',
      none: 'the server lists no templates',
    }),
});
