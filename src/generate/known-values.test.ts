import { describe, expect, it } from 'vitest';
import { likelyArguments, saysFailure, saysSomething, valuesIn } from './known-values.js';

const structured = (structuredContent: unknown) => ({ content: [], structuredContent });
const text = (said: string) => ({ content: [{ type: 'text', text: said }] });
const tool = (name: string, properties: Record<string, object>) => ({
  name,
  inputSchema: { type: 'object', properties, required: Object.keys(properties) },
});
const string = { type: 'string' };

describe('arguments from what other tools answered', () => {
  it('an id of a user is what a tool about users called id', () => {
    const known = [
      ...valuesIn('list_orders', {}, structured({ orders: [{ id: 'o-1' }] })),
      ...valuesIn('list_users', {}, structured({ users: [{ id: 'u-1', name: 'Ada' }] })),
    ];
    expect(likelyArguments(tool('get_user', { user_id: string }), { user_id: 'x' }, known)[0]).toEqual({
      user_id: 'u-1',
    });
    expect(likelyArguments(tool('get_order', { id: string }), { id: 'x' }, known)[0]).toEqual({ id: 'o-1' });
    expect(likelyArguments(tool('search', { query: string }), { query: 'x' }, known)[0]).toEqual({
      query: 'Ada',
    });
  });

  it('a path is a line that is one, or what a folder lists', () => {
    const listed = valuesIn('list_allowed_directories', {}, text('Allowed directories:\n/data/files'));
    const tree = valuesIn(
      'directory_tree',
      { path: '/data/files' },
      text('[{"name":"a.txt","type":"file"}]'),
    );
    const made = tool('read_file', { path: string });
    expect(likelyArguments(made, { path: 'example.txt' }, [...listed, ...tree])).toEqual([
      { path: '/data/files' },
      { path: '/data/files/a.txt' },
    ]);
    const many = tool('read_files', { paths: { type: 'array', items: string } });
    expect(likelyArguments(many, { paths: ['example.txt'] }, listed)).toEqual([{ paths: ['/data/files'] }]);
  });

  it('what the schema suggests itself, another type and what does not fit stay as they are', () => {
    const known = valuesIn('list_users', {}, structured({ users: [{ id: 'u-1', unit: 'x', count: 7 }] }));
    expect(likelyArguments(tool('get', { unit: { enum: ['c', 'f'] } }), { unit: 'c' }, known)).toEqual([]);
    expect(likelyArguments(tool('get', { count: string }), { count: 'x' }, known)).toEqual([]);
    expect(
      likelyArguments(tool('get', { id: { type: 'string', maxLength: 2 } }), { id: 'x' }, known),
    ).toEqual([]);
  });
});

it('knows an answer that says nothing, and one that tells of a failure', () => {
  expect(saysSomething(structured({ entities: [], relations: [] }))).toBe(false);
  expect(saysSomething(text('File not found: a'))).toBe(false);
  expect(saysSomething(text('Roses are red'))).toBe(true);
  expect(saysFailure(text('Error searching libraries: fetch failed'))).toBe(true);
  expect(saysFailure(text('Errors: none of 3'))).toBe(false);
});
