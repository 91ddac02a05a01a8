export type CallOptions = RequestInit & {
  /** Another API key than the client's; null for none at all. */
  key?: string | null;
};

/** Calls one API as its clients do. */
export class ApiClient {
  constructor(
    readonly url: string,
    readonly apiKey: string,
  ) {}

  fetch(path: string, init: CallOptions = {}): Promise<Response> {
    const { key = this.apiKey, ...rest } = init;
    const headers = new Headers(rest.headers);
    if (key !== null && !headers.has('authorization')) headers.set('authorization', `Bearer ${key}`);
    return fetch(`${this.url}${path}`, { ...rest, headers });
  }

  postJson(path: string, body: unknown, init: CallOptions = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    if (!headers.has('content-type')) headers.set('content-type', 'application/json');
    return this.fetch(path, { method: 'POST', body: JSON.stringify(body), ...init, headers });
  }
}
