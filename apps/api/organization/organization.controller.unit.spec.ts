import { describe, expect, it } from 'vitest';
import { ChangeOrganizationSettings } from '#libs/application/organizations/change-organization-settings.handler.js';
import { readSettings } from '#libs/platform/config/settings.js';
import type { OrganizationEntity } from '#projections/organizations/organization.entity.js';
import { accessOfKey } from '#test/fakes/api-caller.js';
import { uploaderMetadata } from '#test/fakes/document.fixture.js';
import { requestOf } from '#test/fakes/http-exchange.js';
import { RecordedCommands } from '#test/fakes/recorded-commands.js';
import { rejectionOf } from '#test/fakes/rejected.js';
import { tierLimits } from '../access/tier-limits.js';
import { OrganizationController } from './organization.controller.js';

const { organizationId } = accessOfKey();
const settings = readSettings({
  TRANSLEDGER_DATA_REGION: 'eu-north',
  TRANSLEDGER_DATA_LOCATIONS: 'Helsinki',
  TRANSLEDGER_DOCUMENT_TTL: 'P3D',
  TRANSLEDGER_TIER_PRO_CHARACTERS_PER_DAY: '1000',
  TRANSLEDGER_TIER_PRO_CONNECTIONS: '0',
});
const known: OrganizationEntity = {
  id: organizationId,
  name: 'Acme',
  tier: 'pro',
  status: 'active',
  webhook_hosts: ['hooks.example.com'],
  retention: { documents: null, reports: 'P9D', webhookDeliveries: null },
  created_at: '2026-11-20T08:00:00.000Z',
};

const controllerWith = (commands = new RecordedCommands()) => {
  const waitedFor: string[][] = [];
  const controller = new OrganizationController(
    commands.asCommands,
    { find: async (id) => (id === known.id ? known : undefined) },
    { visibleIn: async (...projections) => void waitedFor.push(projections) },
    settings,
    tierLimits(settings),
  );
  return { waitedFor, controller };
};

const get = (request = requestOf()) => {
  const { waitedFor, controller } = controllerWith();
  return { waitedFor, response: controller.get(request) };
};

describe('GET /v1/organization', () => {
  it('the response is the organization of the key, its limits and the place of its data', async () => {
    const { waitedFor, response } = get();
    expect(await response).toMatchObject({
      ...known,
      retention: { documents: 'P3D', reports: 'P9D', webhook_deliveries: null },
      data_residency: { region: 'eu-north', locations: ['Helsinki'], encryption: 'AES-256-GCM' },
      limits: { characters_per_day: 1000, connections: null },
    });
    expect(waitedFor).toEqual([['organizations']]);
  });

  it('an organization that the read model has not seen is not found', async () => {
    const foreign = requestOf({}, { access: accessOfKey({ organizationId: 'org_2' }) });
    expect((await rejectionOf(() => get(foreign).response)).code).toBe('not_found');
  });
});

describe('PATCH /v1/organization', () => {
  it('the change is sent, and the response is the organization as it is then, own writes included', async () => {
    const commands = new RecordedCommands();
    const { waitedFor, controller } = controllerWith(commands);
    const body = { name: 'Acme Oy', retention: { documents: 'P1D' } };
    expect(await controller.update(requestOf(), body)).toMatchObject({ id: organizationId, limits: {} });
    expect(commands.sent).toEqual([
      new ChangeOrganizationSettings({ name: 'Acme Oy', retention: { documents: 'P1D' } }, uploaderMetadata),
    ]);
    expect(waitedFor).toEqual([['organizations']]);
  });

  it('a change of what is the operator’s sends nothing', async () => {
    const commands = new RecordedCommands();
    const { controller } = controllerWith(commands);
    const refused = await rejectionOf(() => controller.update(requestOf(), { data_residency: { region: 'us' } }));
    expect(refused.code).toBe('invalid_request');
    expect(commands.sent).toEqual([]);
  });
});
