import { describe, expect, it } from 'vitest';
import { readSettings } from '#libs/platform/config/settings.js';
import { accessOfKey } from '#test/fakes/api-caller.js';
import { requestOf } from '#test/fakes/http-exchange.js';
import { ComplianceStatusController } from './compliance-status.controller.js';

describe('GET /v1/compliance/status', () => {
  it('the status shows the configured region and locations', () => {
    const settings = readSettings({
      TRANSLEDGER_DATA_REGION: 'eu-north',
      TRANSLEDGER_DATA_LOCATIONS: 'Helsinki,Espoo',
    });
    expect(new ComplianceStatusController(settings).get(requestOf())).toEqual({
      organization_id: accessOfKey().organizationId,
      certifications: [],
      data_residency: { region: 'eu-north', locations: ['Helsinki', 'Espoo'], encryption: 'AES-256-GCM' },
    });
  });
});
