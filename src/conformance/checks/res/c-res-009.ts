import { isObject } from '../../../util/plain.js';
import { check } from '../../check.js';
import { called, judgeItems } from '../../judge/items.js';

export const cRes009 = check({
  id: 'C-RES-009',
  title: 'annotations of resources have allowed values',
  level: 'SHOULD',
  needs: 'resources',
  spec: 'server/resources#annotations',
  fix: 'Use "user" and "assistant" as `audience`, and 0 to 1 as `priority`.',
  run: (world) =>
    judgeItems(world, {
      in: 'resources',
      where: ({ annotations }) => annotations !== undefined,
      wrong: (item, at) =>
        isWithin(item.annotations) ? undefined : `those of ${called('resource', item, at)} are not`,
      good: 'they are',
      none: 'no resource has annotations',
    }),
});

function isWithin(annotations: unknown): boolean {
  if (!isObject(annotations)) return false;
  const { audience = [], priority = 0 } = annotations;
  const isKnown = Array.isArray(audience) && audience.every((one) => one === 'user' || one === 'assistant');
  return isKnown && typeof priority === 'number' && priority >= 0 && priority <= 1;
}
