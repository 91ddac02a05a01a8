import { describe, expect, it } from 'vitest';
import { readSettings } from '#libs/platform/config/settings.js';
import { rejectionOf } from '#test/fakes/rejected.js';
import { settingsChangesOf } from './settings-changes.js';

const settings = readSettings({ TRANSLEDGER_DOCUMENT_TTL: 'P7D', TRANSLEDGER_REPORT_TTL: 'P30D' });
const refusal = (body: unknown) => rejectionOf(async () => settingsChangesOf(body, settings));

describe('the changes of an organization’s settings', () => {
  it('only what is named is changed, in one spelling', () => {
    expect(settingsChangesOf({ name: 'Acme Oy', unknown: 1 }, settings)).toEqual({ name: 'Acme Oy' });
    expect(settingsChangesOf({ webhook_hosts: ['Hooks.Example.com', '192.0.2.7', '3m.example'] }, settings)).toEqual({
      webhookHosts: ['hooks.example.com', '192.0.2.7', '3m.example'],
    });
    expect(settingsChangesOf({ webhook_hosts: [] }, settings)).toEqual({ webhookHosts: [] });
    const retention = { documents: 'PT48H', reports: null, webhook_deliveries: 'P2W' };
    expect(settingsChangesOf({ retention }, settings)).toEqual({
      retention: { documents: 'P2D', reports: null, webhookDeliveries: 'P14D' },
    });
  });

  it.each(['P1D', 'P7D'])('documents may be kept from a day up to what the operator set: %s', (documents) =>
    expect(settingsChangesOf({ retention: { documents } }, settings)).toEqual({ retention: { documents } }),
  );

  it.each([
    ['a retention of less than a day', { retention: { documents: 'PT23H' } }, 'retention.documents'],
    ['a retention beyond the operator’s', { retention: { documents: 'P8D' } }, 'retention.documents'],
    ['a retention of reports beyond the operator’s', { retention: { reports: 'P31D' } }, 'retention.reports'],
    ['a retention without end', { retention: { webhook_deliveries: 'P9999999D' } }, 'retention.webhook_deliveries'],
    ['a retention of what is not there', { retention: { document: 'P3D', reports: 'P3D' } }, 'retention.document'],
    ['no duration', { retention: { documents: 'a week' } }, 'retention.documents'],
    ['no object of durations', { retention: 'P1D' }, 'retention'],
    ['a host with a path', { webhook_hosts: ['example.com/hook'] }, 'webhook_hosts[0]'],
    ['a host with a port', { webhook_hosts: ['example.com:8080'] }, 'webhook_hosts[0]'],
    ['a host with a user', { webhook_hosts: ['me@example.com'] }, 'webhook_hosts[0]'],
    ['a host that is no name', { webhook_hosts: ['a', '-b.example'] }, 'webhook_hosts[1]'],
    ['a number for a host', { webhook_hosts: ['2130706433'] }, 'webhook_hosts[0]'],
    ['no list of hosts', { webhook_hosts: 'example.com' }, 'webhook_hosts'],
    ['a name without letters', { name: ' ' }, 'name'],
    ['the place of its data', { name: 'Acme', data_residency: { region: 'us' } }, 'data_residency'],
    ['the place of its data as null', { data_residency: null }, 'data_residency'],
    ['its tier', { tier: 'max' }, 'tier'],
  ])('a body with %s is refused', async (_, body, field) => {
    expect(await refusal(body)).toMatchObject({ code: 'invalid_request', details: { [field]: [expect.any(String)] } });
  });

  it.each([{}, { retention: {} }, { unknown: true }, { name: null }])(
    'a body that changes nothing is refused: %j',
    async (body) => {
      expect((await refusal(body)).code).toBe('invalid_request');
    },
  );
});
