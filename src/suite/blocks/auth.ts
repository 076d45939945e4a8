/** `auth:` of a server — a token from a variable, or an OAuth login with client credentials. */
import { isObject } from '../../util/plain.js';
import { block, choice, optional, pattern, text, variant } from '../shape.js';

export const ENV_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;
export const ENV_MESSAGE = 'expected the name of an environment variable';

const variable = (about: string) => pattern(about, ENV_NAME, ENV_MESSAGE);
const url = (about: string) => pattern(about, /^https?:\/\/\S+$/i, 'expected an http or https URL');

const bearer = block('A bearer token.', () => ({
  bearer_token_env: variable('The environment variable that holds the bearer token.'),
}));

const oauth = block('A login with OAuth; the token is kept for the run.', () => ({
  oauth: block('How to log in.', () => ({
    grant: choice('The grant; nobody has to click.', ['client_credentials']),
    client_id: optional(text('The client, or name a variable with `client_id_env`.')),
    client_id_env: optional(variable('The environment variable that holds the client id.')),
    client_secret_env: variable('The environment variable that holds the client secret.'),
    token_url: optional(url("The token endpoint. Default: found by the server's metadata.")),
    scope: optional(text('Scopes to ask for, separated by spaces. Default: what the server asks for.')),
    resource: optional(url("What the token is for. Default: the server's URL.")),
  })),
}));

export const auth = variant(
  'How to authenticate: `{ bearer_token_env }` or `{ oauth }`.',
  [bearer, oauth],
  (value) => (isObject(value) && Object.hasOwn(value, 'oauth') ? 1 : 0),
);
