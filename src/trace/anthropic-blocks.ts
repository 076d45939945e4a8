/** Content blocks as Anthropic's messages hold them; Claude Code's sessions hold the same. */
import { ownValue } from '../util/plain.js';
import { eachObject, numberField, stringField } from './fields.js';
import { type Place, shapeError } from './place.js';
import type { CallInit, Usage } from './trace-builder.js';

export interface BlockEvents {
  call(init: CallInit): void;
  result(id: string, result: unknown, isError: boolean): void;
}

export function isCallBlock(type: string): boolean {
  return type === 'tool_use' || type === 'mcp_tool_use' || type === 'server_tool_use';
}

export function isResultBlock(type: string): boolean {
  return type === 'tool_result' || type.endsWith('_tool_result');
}

/** Tells of every call and result; blocks of other types are left to `textOf`. */
export function readBlocks(
  blocks: unknown[],
  at: Place,
  path: readonly (string | number)[],
  on: BlockEvents,
): void {
  eachObject(
    blocks,
    (block, index) => {
      const type = stringField(block, 'type') ?? '';
      if (isCallBlock(type)) {
        const server = stringField(block, 'server_name');
        on.call({
          id: stringField(block, 'id'),
          name: ownValue(block, 'name'),
          args: ownValue(block, 'input'),
          server,
        });
      } else if (isResultBlock(type)) {
        const id = stringField(block, 'tool_use_id');
        if (id === undefined) throw shapeError(at, [...path, index, 'tool_use_id'], 'must be a string');
        const content = ownValue(block, 'content');
        const failed =
          ownValue(block, 'is_error') === true || stringField(content, 'type')?.endsWith('_error');
        on.result(id, content === undefined ? '' : content, failed === true);
      }
    },
    (index) => {
      throw shapeError(at, [...path, index], 'a content block must be an object');
    },
  );
}

/** Input counts what was read from and written to the cache. */
export function anthropicUsage(usage: unknown): Usage {
  const parts = ['input_tokens', 'cache_creation_input_tokens', 'cache_read_input_tokens'];
  const known = parts.map((key) => numberField(usage, key)).filter((n) => n !== undefined);
  return {
    input: known.length > 0 ? known.reduce((sum, n) => sum + n, 0) : undefined,
    output: numberField(usage, 'output_tokens'),
  };
}
