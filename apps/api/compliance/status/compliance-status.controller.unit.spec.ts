import { describe, expect, it } from 'vitest';
import { readSettings } from '#libs/platform/config/settings.js';
import type { CertificationRecord } from '#projections/certifications/certifications.queries.js';
import { accessOfKey } from '#test/fakes/api-caller.js';
import { requestOf } from '#test/fakes/http-exchange.js';
import { ComplianceStatusController } from './compliance-status.controller.js';

const { organizationId } = accessOfKey();
const settings = readSettings({ TRANSLEDGER_DATA_REGION: 'eu-north', TRANSLEDGER_DATA_LOCATIONS: 'Helsinki,Espoo' });
const inProgress: CertificationRecord = {
  standard: 'SOC 2',
  status: 'in_progress',
  articles: null,
  level: 'Type II',
  certificate_id: null,
  report_period: null,
  verified_at: null,
  expires_at: null,
  expected_date: '2027-01-31',
};

const status = (recorded: CertificationRecord[], waitedFor: string[][] = []) =>
  new ComplianceStatusController(
    { all: async (organization) => (organization === organizationId ? recorded : []) },
    { visibleIn: async (...projections) => void waitedFor.push(projections) },
    settings,
  ).get(requestOf());

describe('GET /v1/compliance/status', () => {
  it('the status shows the configured region and locations, and no certification that was not recorded', async () => {
    expect(await status([])).toEqual({
      organization_id: organizationId,
      certifications: [],
      data_residency: { region: 'eu-north', locations: ['Helsinki', 'Espoo'], encryption: 'AES-256-GCM' },
    });
  });

  it('the status shows what the organization has recorded, own writes included', async () => {
    const waitedFor: string[][] = [];
    expect((await status([inProgress], waitedFor)).certifications).toEqual([
      { standard: 'SOC 2', status: 'in_progress', level: 'Type II', expected_date: '2027-01-31' },
    ]);
    expect(waitedFor).toEqual([['certifications']]);
  });
});
