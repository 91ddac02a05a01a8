import { describe, expect, it } from 'vitest';
import { readSettings } from '#libs/platform/config/settings.js';
import { accessOfKey } from '#test/fakes/api-caller.js';
import { requestOf } from '#test/fakes/http-exchange.js';
import { rejectionOf } from '#test/fakes/rejected.js';
import { tierLimits } from '../access/tier-limits.js';
import { OrganizationController } from './organization.controller.js';

const { organizationId } = accessOfKey();
const settings = readSettings({
  TRANSLEDGER_DATA_REGION: 'eu-north',
  TRANSLEDGER_DATA_LOCATIONS: 'Helsinki',
  TRANSLEDGER_DOCUMENT_TTL: 'P3D',
  TRANSLEDGER_TIER_PRO_CHARACTERS_PER_DAY: '1000',
});
const known = {
  id: organizationId,
  name: 'Acme',
  tier: 'pro',
  status: 'active',
  created_at: '2026-11-20T08:00:00.000Z',
} as const;

const get = (organization = requestOf()) => {
  const waitedFor: string[][] = [];
  const controller = new OrganizationController(
    { find: async (id) => (id === known.id ? known : undefined) },
    { visibleIn: async (...projections) => void waitedFor.push(projections) },
    settings,
    tierLimits(settings),
  );
  return { waitedFor, response: controller.get(organization) };
};

describe('GET /v1/organization', () => {
  it('the response is the organization of the key, its limits and the place of its data', async () => {
    const { waitedFor, response } = get();
    expect(await response).toMatchObject({
      ...known,
      retention: { documents: 'P3D' },
      data_residency: { region: 'eu-north', locations: ['Helsinki'], encryption: 'AES-256-GCM' },
      webhook_hosts: [],
      limits: { characters_per_day: 1000 },
    });
    expect(waitedFor).toEqual([['organizations']]);
  });

  it('an organization that the read model has not seen is not found', async () => {
    const foreign = requestOf({}, { access: accessOfKey({ organizationId: 'org_2' }) });
    expect((await rejectionOf(() => get(foreign).response)).code).toBe('not_found');
  });
});
