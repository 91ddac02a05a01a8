import { expect, it } from 'vitest';
import { readSettings } from '#libs/platform/config/settings.js';
import { SigningProvider } from '#libs/platform/openid-connect/signing-provider.fixture.js';
import { freePort } from '#libs/platform/process/free-port.js';
import { oidcFindings } from './oidc.check.js';

const of = (issuer: string) =>
  readSettings({
    TRANSLEDGER_PUBLIC_URL: 'https://mt.example',
    TRANSLEDGER_OIDC_ISSUER: issuer,
    TRANSLEDGER_OIDC_CLIENT_ID: 'transledger',
    TRANSLEDGER_OIDC_CLIENT_SECRET: 'a secret of the client',
    TRANSLEDGER_OIDC_ORGANIZATION: 'org_01KAH3W7J4B2X8Y6Z5V9T0S1R2',
  });

it('nothing is said where no issuer is set', async () => {
  expect(await oidcFindings(readSettings({}))).toEqual([]);
});

it('an issuer that answers is well, and where it must lead back to is named', async () => {
  const provider = await SigningProvider.start();
  const [finding] = await oidcFindings(of(provider.issuer));
  await provider.stop();
  expect(finding).toMatchObject({ verdict: 'ok' });
  expect(finding?.found).toContain('https://mt.example/v1/auth/oidc/callback');
});

it('an issuer that is away is named, with the reason', async () => {
  const [finding] = await oidcFindings(of(`http://127.0.0.1:${await freePort()}`));
  expect(finding).toMatchObject({ verdict: 'wrong', found: expect.stringContaining('connection_refused') });
});
