import { validate } from '../../../json-schema/validate.js';
import { show } from '../../../util/text.js';
import { check, judged, NotApplicable, NotTestable } from '../../check.js';
import { schemaProblem } from '../../judge/schema.js';
import { callResults, type MadeCall } from '../../learn/calls.js';

export const cCall005 = check({
  id: 'C-CALL-005',
  title: 'structured results fit the output schema',
  level: 'MUST',
  since: '2025-06-18',
  needs: 'tools',
  spec: 'server/tools#output-schema',
  fix: 'Send `structuredContent` that fits `outputSchema`, or change the schema.',
  async run(world) {
    const { items } = await world.list('tools');
    if (!items.some(({ outputSchema }) => outputSchema !== undefined))
      throw new NotApplicable('no tool has an output schema');
    const results = (await callResults(world)).filter(
      ({ call, result }) => call.tool.outputSchema !== undefined && result.isError !== true,
    );
    if (results.length === 0)
      throw new NotTestable('no tool with an output schema could be called with success');
    const wrong = results.flatMap(({ call, result }) => {
      const problem = misfit(call, result.structuredContent);
      return problem === undefined ? [] : [{ call, problem }];
    });
    return judged(
      wrong.map(({ call, problem }) => `${show(call.tool.name)}: ${problem}`),
      'they do',
      ...wrong.slice(0, 1).map(({ call }) => call.exchange),
    );
  },
});

function misfit({ tool }: MadeCall, value: unknown): string | undefined {
  if (value === undefined) return 'there is an output schema and no structuredContent';
  if (schemaProblem(tool.outputSchema) !== undefined) return undefined;
  const { errors } = validate(tool.outputSchema, value);
  return errors[0] && `structuredContent${errors[0].pointer} ${errors[0].message}`;
}
