import { describe, expect, it } from 'vitest';
import { Rejection } from '#libs/domain/errors/rejection.js';
import { BrowserSessions } from './browser-sessions.js';

const token = 'a'.repeat(43);
const plain = new BrowserSessions({ publicUrl: undefined, origins: [] });
const secure = new BrowserSessions({
  publicUrl: 'https://translate.example/base',
  origins: ['https://console.example'],
});

const accepts = (sessions: BrowserSessions, headers: { origin?: string; host?: string }): boolean => {
  try {
    sessions.assertOwnOrigin({ headers });
    return true;
  } catch (error) {
    if (error instanceof Rejection && error.code === 'invalid_request') return false;
    throw error;
  }
};

describe('the session of a browser', () => {
  it('no script reads the cookie and no other site sends it; over https only this host sets it', () => {
    expect(plain.cookieFor(token)).toBe(`transledger_session=${token}; Path=/; HttpOnly; SameSite=Strict`);
    expect(secure.cookieFor(token)).toBe(
      `__Host-transledger_session=${token}; Path=/; HttpOnly; SameSite=Strict; Secure`,
    );
    expect(secure.withoutToken).toBe(
      '__Host-transledger_session=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0; Secure',
    );
  });

  it('the token is that of the one cookie of our name', () => {
    const tokenOf = (sessions: BrowserSessions, cookie: string) => sessions.tokenOf({ headers: { cookie } });
    expect(tokenOf(plain, `a=b; transledger_session=${token}`)).toBe(token);
    expect(tokenOf(secure, `__Host-transledger_session=${token}`)).toBe(token);
    // What a page of http has set counts for nothing over https.
    expect(tokenOf(secure, `transledger_session=${token}`)).toBeUndefined();
    expect(tokenOf(plain, `transledger_session=${token}; transledger_session=${token}`)).toBeUndefined();
    expect(tokenOf(plain, 'transledger_session=short')).toBeUndefined();
    expect(plain.tokenOf({ headers: {} })).toBeUndefined();
  });

  it('our own origin is that of the public URL and of the settings, else of the host that was asked', () => {
    expect(accepts(secure, { origin: 'https://translate.example', host: 'anything' })).toBe(true);
    expect(accepts(secure, { origin: 'https://console.example' })).toBe(true);
    expect(accepts(secure, { origin: 'http://translate.example', host: 'translate.example' })).toBe(false);
    expect(accepts(secure, { host: 'translate.example' })).toBe(false);
    expect(accepts(plain, { origin: 'http://localhost:8080', host: 'localhost:8080' })).toBe(true);
    expect(accepts(plain, { origin: 'https://localhost:8080', host: 'localhost:8080' })).toBe(false);
    expect(accepts(plain, { origin: 'http://localhost:8081', host: 'localhost:8080' })).toBe(false);
    expect(accepts(plain, { origin: 'null', host: 'localhost:8080' })).toBe(false);
  });
});
