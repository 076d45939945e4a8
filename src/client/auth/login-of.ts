/** The login that a server's entry asks for. */
import type { ServerSpec } from '../../types/connection.js';
import type { HttpClient } from '../http/http-client.js';
import type { ConnectOptions, UrlServerSpec } from '../session/connect-result.js';
import type { Credentials } from './auth-failure.js';
import { fixedLogin, type Login } from './login.js';
import { OauthLogin } from './oauth-login.js';

export function loginOf(spec: UrlServerSpec, options: ConnectOptions, http: HttpClient): Login {
  return spec.auth?.oauth
    ? new OauthLogin(spec, spec.auth.oauth, options, http)
    : fixedLogin(credentialsOf(spec, options.env));
}

export function credentialsOf(spec: ServerSpec, env: NodeJS.ProcessEnv): Credentials {
  const tokenEnv = spec.auth?.bearer_token_env;
  return tokenEnv === undefined ? {} : { tokenEnv, token: env[tokenEnv]?.trim() };
}
