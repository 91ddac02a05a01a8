import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { BrowserSessions } from '../../http/browser-sessions.js';
import { FlowCookie } from './flow-cookie.js';

const flow = { state: 'a state', nonce: 'a nonce', verifier: 'a verifier' };
const key = randomBytes(32);
const plain = new BrowserSessions({ publicUrl: undefined, origins: [] });
const sent = (setCookie: string) => ({ headers: { cookie: setCookie.split(';')[0] ?? '' } });

it('an attempt comes back as it was, and nobody can read it on the way', () => {
  const cookie = new FlowCookie(key, plain);
  const set = cookie.cookieFor(flow);
  expect(set).toMatch(/^transledger_oidc=[A-Za-z0-9_-]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=600$/);
  expect(Buffer.from(set.split(/[=;]/)[1] ?? '', 'base64url').toString('latin1')).not.toContain('state');
  expect(cookie.read(sent(set))).toEqual(flow);
  expect(cookie.none).toBe('transledger_oidc=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0');
});

it('over https it is bound to the host', () => {
  const secure = new BrowserSessions({ publicUrl: 'https://mt.example', origins: [] });
  const cookie = new FlowCookie(key, secure);
  expect(cookie.cookieFor(flow)).toMatch(/^__Host-transledger_oidc=.*; Path=\/; .*; Secure$/);
  expect(cookie.read(sent(new FlowCookie(key, plain).cookieFor(flow)))).toBeUndefined();
});

it('after ten minutes there is none, whatever the browser still sends', () => {
  let now = 1_000;
  const cookie = new FlowCookie(key, plain, () => now);
  const set = cookie.cookieFor(flow);
  now += 599_999;
  expect(cookie.read(sent(set))).toEqual(flow);
  now += 1;
  expect(cookie.read(sent(set))).toBeUndefined();
});

it('what is not ours, was changed, or comes twice is none', () => {
  const cookie = new FlowCookie(key, plain);
  const set = cookie.cookieFor(flow).split(';')[0] ?? '';
  const changed = `${set.slice(0, -3)}${set.endsWith('AAA') ? 'BBB' : 'AAA'}`;
  for (const header of ['', 'transledger_oidc=', 'transledger_oidc=e30', changed, `${set}; ${set}`])
    expect(cookie.read({ headers: { cookie: header } }), header).toBeUndefined();
  expect(new FlowCookie(randomBytes(32), plain).read(sent(set))).toBeUndefined();
});
