import { describe, expect, it } from 'vitest';
import { safetyClass } from './safety-class.js';

const classOf = (name: string, annotations?: Record<string, unknown>) => safetyClass({ name, annotations });

describe('safetyClass', () => {
  it('takes the annotations first', () => {
    expect(classOf('delete_everything', { readOnlyHint: true })).toBe('read-only');
    expect(classOf('get_status', { destructiveHint: true })).toBe('destructive');
    expect(classOf('get_status', { readOnlyHint: true, destructiveHint: true })).toBe('destructive');
    expect(classOf('get_status', { readOnlyHint: false })).toBe('mutating');
    expect(classOf('delete_row', { destructiveHint: false })).toBe('mutating');
  });

  it('then the name, in any spelling', () => {
    expect(['get_status', 'listFiles', 'github_search_code', 'read-file'].map((n) => classOf(n))).toEqual(
      Array(4).fill('read-only'),
    );
    expect(
      ['delete_records', 'dropTable', 'github_remove_label', 'force_push'].map((n) => classOf(n)),
    ).toEqual(Array(4).fill('destructive'));
    expect(['create_issue', 'frobnicate', 'send_mail', ''].map((n) => classOf(n))).toEqual(
      Array(4).fill('mutating'),
    );
  });

  it('takes a verb at the end, unless another one changes something', () => {
    const reads = ['brave_web_search', 'maps_geocode', 'maps_reverse_geocode', 'wikiLookup'];
    expect(reads.map((name) => [name, classOf(name)])).toEqual(reads.map((name) => [name, 'read-only']));
    const changes = ['save_search', 'create_saved_search', 'schedule_fetch', 'run_web_search'];
    expect(changes.map((name) => [name, classOf(name)])).toEqual(changes.map((name) => [name, 'mutating']));
  });

  it('takes every verb of the name: one that reads first may change something next', () => {
    const joined = ['or', 'and', 'then'].flatMap((join) =>
      ['create', 'replace', 'update', 'book', 'increment', 'frobnicate'].flatMap((verb) =>
        ['get', 'search', 'find', 'fetch'].map((read) => `${read}_${join}_${verb}`),
      ),
    );
    const changes = [
      ...joined,
      ...['getOrCreate', 'github_get_or_create_label', 'find_replace', 'read_file_and_post', 'fetch_update'],
    ];
    expect(changes.map((name) => [name, classOf(name)])).toEqual(changes.map((name) => [name, 'mutating']));
    expect(classOf('find_and_delete')).toBe('destructive');
    const reads = ['get_users_and_groups', 'search_and_fetch', 'get_order', 'list_open_issues', 'read_log'];
    expect(reads.map((name) => [name, classOf(name)])).toEqual(reads.map((name) => [name, 'read-only']));
  });

  it('is not fooled by a verb that stands later, nor by annotations of another type', () => {
    expect(classOf('create_list')).toBe('mutating');
    expect(classOf('wipe', { readOnlyHint: 'yes' })).toBe('destructive');
    expect(safetyClass({ name: 42 } as never)).toBe('mutating');
  });
});
