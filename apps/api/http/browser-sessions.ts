import type { FastifyRequest } from 'fastify';
import { Rejection } from '#libs/domain/errors/rejection.js';

export interface BrowserSettings {
  /** The URL that the service is known by; undefined where none is set. */
  publicUrl: string | undefined;
  /** Further origins that browsers may act from. */
  origins: readonly string[];
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);
const tokenForm = /^[A-Za-z0-9_-]{43}$/;

/** Whether a request may change something. */
export const isUnsafe = ({ method }: Pick<FastifyRequest, 'method'>): boolean => !safeMethods.has(method);

type Sent = Pick<FastifyRequest, 'headers'>;

/** The value of a cookie, where it is sent once: of two with one name nobody knows which is ours. */
export const cookieOf = ({ headers }: Sent, name: string): string | undefined => {
  const values = (headers.cookie ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
  return values.length === 1 ? values[0] : undefined;
};

/**
 * The checks of sessions that browsers hold: a cookie that only we can set and no script reads, and the origin of a
 * page of ours on everything that may change something. With a public URL of https the cookie is bound to its host.
 */
export class BrowserSessions {
  private readonly ownOrigins: ReadonlySet<string>;
  readonly isSecure: boolean;
  /** Whether our own origin is that which the browser was led to, since none is set. */
  private readonly needsHost: boolean;

  constructor({ publicUrl, origins }: BrowserSettings) {
    const own = publicUrl === undefined ? [] : [new URL(publicUrl).origin];
    this.ownOrigins = new Set([...own, ...origins]);
    this.isSecure = publicUrl?.startsWith('https:') ?? false;
    this.needsHost = publicUrl === undefined;
  }

  /** The name of a cookie, which says to browsers that only this host may set it, and over TLS. */
  nameOf(name: string): string {
    return this.isSecure ? `__Host-${name}` : name;
  }

  /** The token of a session, if a cookie has something of its form. */
  tokenOf(request: Sent): string | undefined {
    const token = cookieOf(request, this.nameOf('transledger_session'));
    return token !== undefined && tokenForm.test(token) ? token : undefined;
  }

  /** `Set-Cookie` for a token. It goes with the browser's session; the service ends it in any case. */
  cookieFor(token: string): string {
    return `${this.nameOf('transledger_session')}=${token}; Path=/; HttpOnly; SameSite=Strict${this.secure}`;
  }

  /** `Set-Cookie` that removes the token. */
  get withoutToken(): string {
    return `${this.nameOf('transledger_session')}=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0${this.secure}`;
  }

  get secure(): string {
    return this.isSecure ? '; Secure' : '';
  }

  /**
   * Refuses what no page of ours has sent: a form of another site, and a program that does not say where it comes from.
   * @throws Rejection `invalid_request`
   */
  assertOwnOrigin({ headers }: Sent): void {
    const { origin, host } = headers;
    if (origin !== undefined && this.ownOrigins.has(origin)) return;
    if (this.needsHost && host !== undefined && origin === `http://${host}`) return;
    throw new Rejection('invalid_request', {
      message: 'The Origin header must name this service. Behind TLS, TRANSLEDGER_PUBLIC_URL must be set to its URL.',
      details: { Origin: ['must be the origin of this service'] },
    });
  }
}
