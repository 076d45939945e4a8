import { describe, expect, it } from 'vitest';
import { validate } from '../json-schema/validate.js';
import { CLIENT_RULE_IDS } from '../lint/rule-ids.js';
import type { Client } from '../types/compat.js';
import { CLIENTS, chooseClients, findClient, mergeClients } from './clients.js';
import data from './clients.json' with { type: 'json' };
import { CLIENTS_SCHEMA } from './clients-schema.js';
import { judgingFacts } from './judge.js';
import { COMPAT_RULES } from './registry.js';

const FACT = {
  about: 'names',
  says: 'does it',
  source: 'tried',
  date: '2026-11',
  confidence: 'measured',
} as const;

describe('the facts', () => {
  it('have the published shape', () => {
    expect(validate(CLIENTS_SCHEMA, data)).toEqual({ valid: true, errors: [] });
  });

  it('name clients once, and rules that there are', () => {
    const ids = CLIENTS.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(COMPAT_RULES.map(({ id }) => id)).toEqual(CLIENT_RULE_IDS);
    const inside = CLIENTS.flatMap(({ embeds }) => embeds ?? []);
    expect(inside.every((id) => ids.includes(id))).toBe(true);
  });

  it('of a client inside another are held against it, unless it lives with them', () => {
    const rulesOf = (id: string) => judgingFacts(findClient(CLIENTS, id), CLIENTS).map(({ rule }) => rule);
    expect(rulesOf('cline')).toEqual(expect.arrayContaining(['CLI-001', 'CLI-002', 'CLI-003']));
    expect(rulesOf('gemini-cli')).toContain('CLI-001');
    expect(rulesOf('gemini-cli')).not.toContain('CLI-003');
  });
});

describe('clients', () => {
  it('are chosen by id and by alias', () => {
    expect(chooseClients(CLIENTS, ['codex', 'Claude']).map(({ id }) => id)).toEqual(['claude-code', 'codex']);
    expect(chooseClients(CLIENTS)).toHaveLength(CLIENTS.length);
  });

  it('that nobody knows are refused with the nearest', () => {
    expect(() => findClient(CLIENTS, 'curser')).toThrow(/there is no client "curser"/);
  });

  it('of a file take the place of ours, or correct it', () => {
    const own: Client = {
      id: 'cursor',
      name: 'Cursor',
      kind: 'client',
      checked: '2026-12',
      facts: [{ ...FACT, rule: 'CLI-009', effect: 'dropped', limit: { max: 80, of: 'server and tool' } }],
    };
    const replaced = findClient(mergeClients([own]), 'cursor');
    expect(replaced.facts).toHaveLength(1);
    const corrected = findClient(mergeClients([{ ...own, corrects: true }]), 'cursor');
    const before = findClient(CLIENTS, 'cursor');
    expect(corrected.facts).toHaveLength(before.facts.length);
    const limits = corrected.facts.filter(({ rule }) => rule === 'CLI-009').map(({ limit }) => limit?.max);
    expect(limits).toEqual([80]);
    expect(corrected.checked).toBe('2026-12');
    expect(mergeClients([{ ...own, id: 'mine' }])).toHaveLength(CLIENTS.length + 1);
  });
});
