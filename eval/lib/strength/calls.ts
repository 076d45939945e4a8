/**
 * What a suite may ask the library of fixtures/library-mcp. Written from the descriptions of its tools, as its users
 * would: plain questions, some about what is not there, in an order in which every answer is the same in every suite.
 */
export interface Call {
  tool?: string;
  uri?: string;
  prompt?: string;
  args?: Record<string, unknown>;
}

/** One test: what is asked before, and the question whose answer is looked at. */
export interface Question {
  name: string;
  before?: Call[];
  call: Call;
}

function tool(name: string, args: Record<string, unknown>): Question {
  return { name: `${name} ${JSON.stringify(args)}`, call: { tool: name, args } };
}

export const QUESTIONS: readonly Question[] = [
  tool('list_books', {}),
  tool('list_books', { offset: 5 }),
  tool('list_books', { offset: 10 }),
  tool('list_books', { limit: 3 }),
  tool('search_books', { query: 'Lund' }),
  tool('search_books', { query: 'tide' }),
  tool('search_books', { query: 'sea' }),
  tool('search_books', { query: 'tide tables' }),
  tool('search_books', { query: 'zebra' }),
  tool('get_book', { id: 'b1' }),
  tool('get_book', { id: 'b2' }),
  tool('get_book', { id: 'b5' }),
  tool('get_book', { id: 'b404' }),
  tool('get_member', { id: 'm1' }),
  tool('get_member', { id: 'm2' }),
  tool('get_member', { id: 'm9' }),
  tool('add_member', { name: 'Eva Berg', email: 'eva@example.org' }),
  tool('add_member', { name: 'Eva Berg', email: 'eva at example.org' }),
  tool('update_member', { id: 'm2', email: 'nunes@example.org' }),
  tool('update_member', { id: 'm9', email: 'nobody@example.org' }),
  {
    name: 'get_member after update_member',
    before: [
      { tool: 'get_member', args: { id: 'm3' } },
      { tool: 'update_member', args: { id: 'm3', phone: '+47 555 0103' } },
    ],
    call: { tool: 'get_member', args: { id: 'm3' } },
  },
  tool('list_loans', { member_id: 'm1' }),
  tool('list_loans', { member_id: 'm2' }),
  tool('list_loans', { member_id: 'm3' }),
  tool('list_loans', { member_id: 'm9' }),
  tool('fine_totals', { year: 2024 }),
  tool('fine_totals', { year: 2025 }),
  tool('fine_totals', { year: 1999 }),
  tool('shelf_width', { ids: ['b1', 'b2'] }),
  tool('shelf_width', { ids: ['b1', 'b2', 'b3'], unit: 'in' }),
  tool('shelf_width', { ids: ['b404'] }),
  tool('due_date', { from: '2026-03-01', days: 21 }),
  tool('due_date', { from: '2026-02-27', days: 3 }),
  tool('due_date', { from: 'tomorrow', days: 3 }),
  tool('list_events', { month: '2026-03' }),
  tool('list_events', { month: '2026-04' }),
  tool('shelf_report', { tag: 'sea' }),
  tool('shelf_report', { tag: 'cooking' }),
  { name: 'the rules', call: { uri: 'library://rules' } },
  { name: 'a resource that is not there', call: { uri: 'library://nowhere' } },
  { name: 'the prompt', call: { prompt: 'recommend', args: { genre: 'novel' } } },
  { name: 'the prompt without its argument', call: { prompt: 'recommend', args: {} } },
];

/** What a question is about: a tool, the resource or the prompt. */
export function subjectOf({ call }: Question): string {
  if (call.tool !== undefined) return call.tool;
  return call.uri === undefined ? 'prompt' : 'resource';
}
