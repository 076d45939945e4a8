/** What a failed request means, in words: the platform's own are few and stand in nested causes. */

const WORDS: Record<string, string> = {
  ECONNREFUSED: 'nothing listens there (connection refused)',
  ENOTFOUND: 'the host name does not resolve',
  EAI_AGAIN: 'the host name could not be looked up (DNS gave no answer)',
  ECONNRESET: 'the server closed the connection without an answer',
  EPIPE: 'the server closed the connection while the request was being sent',
  ETIMEDOUT: 'the connection timed out',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the network cannot be reached',
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
  const last = chain.at(-1);
  const detail = detailOf(last instanceof Error && last.message ? last.message : String(last));
  const code = /wrong version number/.test(detail)
    ? 'ERR_SSL_WRONG_VERSION_NUMBER'
    : chain.map((each) => codeOf(each)).find((each) => each !== undefined && Object.hasOwn(WORDS, each));
  if (code === undefined) return { code: chain.map(codeOf).find(Boolean) ?? 'network', words: detail };
  return { code, words: `${WORDS[code]} (${detail})` };
}

/** Of a line of OpenSSL only the reason: `…:error:0A00010B:SSL routines:ssl3_get_record:wrong version number:…`. */
function detailOf(message: string): string {
  return /error:[0-9A-F]+:SSL routines:[^:]*:([^:]+):/.exec(message)?.[1] ?? message.trim();
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
