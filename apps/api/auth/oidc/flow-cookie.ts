import type { FastifyRequest } from 'fastify';
import type { SignInFlow } from '#libs/platform/openid-connect/openid-provider.js';
import { SealBrokenError } from '#libs/ports/key-vault/key-vault.errors.js';
import { bindingOf, seal, unseal } from '#libs/ports/key-vault/sealed-bytes.js';
import { type BrowserSessions, cookieOf } from '../../http/browser-sessions.js';

const lifeSeconds = 600;
const boundTo = bindingOf('sign-in', 'oidc');

type Kept = SignInFlow & { endsAt: number };

/**
 * The cookie that a browser keeps while its user is at the provider: sealed, good for ten minutes, and sent along
 * when the provider's page leads back, which is another site's. So nobody finishes in a browser what was begun in
 * another.
 */
export class FlowCookie {
  constructor(
    private readonly key: Uint8Array,
    private readonly browsers: Pick<BrowserSessions, 'nameOf' | 'secure'>,
    private readonly now: () => number = Date.now,
  ) {}

  /** `Set-Cookie` for an attempt. */
  cookieFor(flow: SignInFlow): string {
    const kept: Kept = { ...flow, endsAt: this.now() + lifeSeconds * 1_000 };
    return this.cookie(seal(this.key, JSON.stringify(kept), boundTo).toString('base64url'), lifeSeconds);
  }

  /** `Set-Cookie` that removes it. */
  get none(): string {
    return this.cookie('', 0);
  }

  /** The attempt that the browser has begun; undefined for none, for one that is over, and for what is not ours. */
  read(request: Pick<FastifyRequest, 'headers'>): SignInFlow | undefined {
    const value = cookieOf(request, this.name);
    if (value === undefined) return undefined;
    try {
      const kept = JSON.parse(unseal(this.key, Buffer.from(value, 'base64url'), boundTo).toString()) as Kept;
      const { state, nonce, verifier, endsAt } = kept;
      return this.now() < endsAt ? { state, nonce, verifier } : undefined;
    } catch (error) {
      if (error instanceof SealBrokenError) return undefined;
      throw error;
    }
  }

  private get name(): string {
    return this.browsers.nameOf('transledger_oidc');
  }

  private cookie(value: string, maxAge: number): string {
    return `${this.name}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAge}${this.browsers.secure}`;
  }
}
