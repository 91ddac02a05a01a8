import { expect, it } from 'vitest';
import { organization } from '#libs/domain/organization/organization.decider.js';
import { streamName, toNewEvents } from '#libs/event-sourcing/command-execution.js';
import { readSettings } from '#libs/platform/config/settings.js';
import { SigningProvider } from '#libs/platform/openid-connect/signing-provider.fixture.js';
import { freePort } from '#libs/platform/process/free-port.js';
import { uploaderMetadata } from '#test/fakes/document.fixture.js';
import { InMemoryEventStore } from '#test/fakes/in-memory-event-store.js';
import { organizationCreated } from '#test/fakes/organization-events.js';
import { oidcFindings, oidcOrganizationFindings } from './oidc.check.js';

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

it('an organization that is not there is named, with where its id is found', async () => {
  const eventStore = new InMemoryEventStore();
  expect(await oidcOrganizationFindings(readSettings({}), eventStore)).toEqual([]);
  const settings = of('https://id.example');
  const [missing] = await oidcOrganizationFindings(settings, eventStore);
  expect(missing).toMatchObject({
    verdict: 'wrong',
    found: expect.stringContaining('there is no organization org_01KAH3W7J4B2X8Y6Z5V9T0S1R2'),
    remedy: expect.stringContaining('organization list'),
  });
  const stream = streamName(organization.category, 'org_01KAH3W7J4B2X8Y6Z5V9T0S1R2');
  await eventStore.append(stream, toNewEvents('created', [organizationCreated], uploaderMetadata), 'no-stream');
  expect(await oidcOrganizationFindings(settings, eventStore)).toEqual([expect.objectContaining({ verdict: 'ok' })]);
});
