import { expect, it } from 'vitest';
import { readSettings } from '#libs/platform/config/settings.js';
import { leaseTtlOf } from './leases.js';

it('a process keeps its leases as long as it chooses, and no longer than the setting', () => {
  const unset = readSettings({});
  expect([leaseTtlOf({ settings: unset }), leaseTtlOf({ leaseTtlMs: 30_000, settings: unset })]).toEqual([
    5_000, 30_000,
  ]);
  const ten = readSettings({ TRANSLEDGER_LEASE_TTL: 'PT10S' });
  expect([leaseTtlOf({ settings: ten }), leaseTtlOf({ leaseTtlMs: 30_000, settings: ten })]).toEqual([5_000, 10_000]);
});
