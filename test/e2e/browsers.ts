import type { RunningService } from './running-service.js';

export interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: each test looks at the fields that it means.
  data: any;
  // biome-ignore lint/suspicious/noExplicitAny: each test looks at the fields that it means.
  error: any;
  headers: Headers;
  /** The token of the session that the answer began. */
  cookie: string | undefined;
}

interface Sent {
  cookie?: string | undefined;
  origin?: string | null;
  key?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

export const password = 'correct horse battery staple';
export const cookieName = 'transledger_session';

/** People at their browsers, and the organization whose users they are. */
export class Browsers {
  constructor(readonly service: RunningService) {}

  get own(): string {
    return this.service.url;
  }

  /** A request as a browser makes it: from our origin unless another is named, with a cookie and no key. */
  readonly send = async (method: string, path: string, sent: Sent = {}): Promise<Answer> => {
    const origin = sent.origin === undefined ? this.own : sent.origin;
    const answer = await fetch(`${this.own}${path}`, {
      method,
      headers: {
        ...(origin === null ? {} : { origin }),
        ...(sent.cookie === undefined ? {} : { cookie: `${cookieName}=${sent.cookie}` }),
        ...(sent.key === undefined ? {} : { authorization: `Bearer ${sent.key}` }),
        ...(sent.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...sent.headers,
      },
      ...(sent.body === undefined ? {} : { body: JSON.stringify(sent.body) }),
    });
    const cookie = new RegExp(`${cookieName}=([^;]+);`).exec(answer.headers.get('set-cookie') ?? '')?.[1];
    return { status: answer.status, headers: answer.headers, cookie, ...((await answer.json()) as object) } as Answer;
  };

  readonly asKey = (method: string, path: string, body?: unknown, key = this.service.apiKey) =>
    this.send(method, path, { key, origin: null, body });

  readonly invite = async (
    email: string,
    role: string,
    key = this.service.apiKey,
  ): Promise<Answer & { token: string }> => {
    const answer = await this.asKey('POST', '/v1/users', { email, role, name: 'Ada' }, key);
    return { ...answer, token: answer.data?.invite_url?.split('#').at(-1) ?? '' };
  };
  readonly accept = (token: string, secret = password) =>
    this.send('POST', '/v1/auth/invites', { body: { token, password: secret } });
  readonly signIn = (email: string, secret = password, more: object = {}) =>
    this.send('POST', '/v1/auth/login', { body: { email, password: secret, ...more } });
  readonly newUser = async (email: string, role: string, key?: string) => {
    const invited = await this.invite(email, role, key);
    const accepted = await this.accept(invited.token);
    return { id: invited.data.id as string, accountId: invited.data.account_id as string, cookie: accepted.cookie };
  };
  readonly session = (cookie: string | undefined) => this.send('GET', '/v1/auth/session', { cookie, origin: null });
  readonly acts = async (): Promise<string[]> => {
    const { data } = await this.asKey('GET', '/v1/compliance/audit-logs?resource=user&limit=1000');
    return data.entries
      .map((entry: { action: string; result: string; resource_id: string }) =>
        [entry.action, entry.result, entry.resource_id].join(' '),
      )
      .reverse();
  };
}
