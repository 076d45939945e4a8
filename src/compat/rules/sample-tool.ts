/** The tool of most samples. Each sample changes of it what its rule is about. */
export const GET_ORDER = {
  name: 'get_order',
  description: 'Get an order.',
  inputSchema: { type: 'object', properties: { id: { type: 'string' } } },
};
