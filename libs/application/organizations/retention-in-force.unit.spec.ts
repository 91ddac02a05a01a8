import { expect, it } from 'vitest';
import { readSettings } from '#libs/platform/config/settings.js';
import { retentionInForce } from './retention-in-force.js';

const settings = readSettings({ TRANSLEDGER_DOCUMENT_TTL: 'P7D', TRANSLEDGER_REPORT_TTL: 'P30D' });

it.each([
  [{ documents: null, reports: null, webhookDeliveries: null }, ['P7D', 'P30D', null]],
  [{ documents: 'P3D', reports: 'P31D', webhookDeliveries: 'P9D' }, ['P3D', 'P30D', 'P9D']],
])('of %o it is %o that holds: the shorter of what organization and operator set', (own, expected) => {
  const { documents, reports, webhookDeliveries } = retentionInForce(own, settings);
  expect([documents, reports, webhookDeliveries]).toEqual(expected);
});
