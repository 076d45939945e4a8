/** What a failed `fetch` means, in words: the platform says `fetch failed` and hides the reason in causes. */

const WORDS: Record<string, string> = {
  ECONNREFUSED: 'nothing listens there (connection refused)',
  ENOTFOUND: 'the host name does not resolve',
  EAI_AGAIN: 'the host name could not be looked up (DNS gave no answer)',
  ECONNRESET: 'the server reset the connection',
  EPIPE: 'the server closed the connection while the request was being sent',
  ETIMEDOUT: 'the connection timed out',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the network cannot be reached',
  UND_ERR_CONNECT_TIMEOUT: 'the connection timed out',
  UND_ERR_HEADERS_TIMEOUT: 'the server accepted the request but sent no answer',
  UND_ERR_BODY_TIMEOUT: 'the server stopped sending in the middle of its answer',
  UND_ERR_SOCKET: 'the server closed the connection',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed; name its issuer with NODE_EXTRA_CA_CERTS',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate chain is self-signed; name its issuer with NODE_EXTRA_CA_CERTS',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate chain is incomplete',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    'the issuer of its certificate is unknown; name it with NODE_EXTRA_CA_CERTS',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host',
  ERR_SSL_WRONG_VERSION_NUMBER: 'it does not speak TLS there; does the URL need http:// instead of https://?',
  EPROTO: 'the TLS handshake failed',
  HPE_INVALID_CONSTANT: 'what it answered is not HTTP; is it TLS only?',
};

export interface NetworkError {
  /** The most telling system code. */
  code: string;
  words: string;
}

export function networkError(error: unknown): NetworkError {
  const chain = causes(error);
  const code = chain
    .map((each) => codeOf(each))
    .find((each) => each !== undefined && Object.hasOwn(WORDS, each));
  const last = chain.at(-1);
  const detail = last instanceof Error && last.message ? last.message : String(last);
  if (code === undefined) return { code: chain.map(codeOf).find(Boolean) ?? 'network', words: detail };
  return { code, words: `${WORDS[code]} (${detail})` };
}

function causes(error: unknown): unknown[] {
  const chain: unknown[] = [];
  for (let each = error; each !== undefined && each !== null && chain.length < 8; ) {
    chain.push(each);
    const { cause, errors } = each as { cause?: unknown; errors?: unknown[] };
    each = Array.isArray(errors) && errors.length ? errors[0] : cause;
  }
  return chain;
}

function codeOf(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | undefined)?.code;
  return typeof code === 'string' ? code : undefined;
}
