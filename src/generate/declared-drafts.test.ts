import { describe, expect, it } from 'vitest';
import { declaredTests } from './declared-drafts.js';

const prompts = [{ name: 'plain' }, { name: 'report', arguments: [{ name: 'quay' }] }];
const templates = [{ uriTemplate: 'harbour://berths/{+quay}' }];
const testsOf = (capabilities: Record<string, unknown>, more: object = {}) =>
  declaredTests({ capabilities, prompts: [], templates: [], ...more }).map(({ test }) => test);

describe('declaredTests', () => {
  it('asks for nothing that is not declared', () => {
    expect(testsOf({}, { prompts, templates })).toEqual([]);
    expect(testsOf({ completions: {}, resources: {} })).toEqual([]);
  });

  it('completes the first argument of a prompt, else the first variable of a template', () => {
    const completions = {};
    expect(testsOf({ completions }, { prompts, templates })[0]?.complete).toEqual({
      prompt: 'report',
      argument: 'quay',
      value: '',
    });
    expect(testsOf({ completions }, { templates })[0]?.complete).toEqual({
      uri: 'harbour://berths/{+quay}',
      argument: 'quay',
      value: '',
    });
  });

  it('asks for templates where there are some, and for the log where it is declared', () => {
    const methods = testsOf({ resources: {}, logging: {} }, { templates }).map(
      ({ request }) => (request as { method: string }).method,
    );
    expect(methods).toEqual(['resources/templates/list', 'logging/setLevel']);
  });
});
