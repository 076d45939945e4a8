/** An answer that is no answer, as RFC 9457 writes it. What is told never repeats what was sent without limits. */

export interface ProblemDocument {
  type: 'about:blank';
  title: string;
  status: number;
  detail: string;
  /** The parameter that is wrong. */
  parameter?: string;
}

const TITLES: Record<number, string> = {
  400: 'Bad Request',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  500: 'Internal Server Error',
};

export class Problem extends Error {
  readonly document: ProblemDocument;

  constructor(status: number, detail: string, parameter?: string) {
    super(detail);
    const title = TITLES[status] ?? 'Error';
    this.document = { type: 'about:blank', title, status, detail };
    if (parameter !== undefined) this.document.parameter = parameter;
  }
}

export function badParameter(parameter: string, detail: string): Problem {
  return new Problem(400, `${parameter}: ${detail}`, parameter);
}

export function notFound(what: string): Problem {
  return new Problem(404, `There is no ${what}.`);
}
