import { beforeEach, describe, expect, it } from 'vitest';
import { DeleteCertification } from '#libs/application/certifications/delete-certification.handler.js';
import { RecordCertification } from '#libs/application/certifications/record-certification.handler.js';
import type { CertificationRecord } from '#projections/certifications/certifications.queries.js';
import { accessOfKey } from '#test/fakes/api-caller.js';
import { uploaderMetadata } from '#test/fakes/document.fixture.js';
import { requestOf } from '#test/fakes/http-exchange.js';
import { RecordedCommands } from '#test/fakes/recorded-commands.js';
import { rejectionOf } from '#test/fakes/rejected.js';
import { validated } from '../../http/validation.js';
import { CertificationsController } from './certifications.controller.js';
import { CertificationRequest } from './certifications.dto.js';

const { organizationId } = accessOfKey();
const iso: CertificationRecord = {
  standard: 'ISO 27001',
  status: 'compliant',
  articles: ['A.5'],
  level: null,
  certificate_id: 'FI-1',
  report_period: null,
  verified_at: null,
  expires_at: '2027-11-01T00:00:00.000Z',
  expected_date: null,
};
const shown = {
  standard: 'ISO 27001',
  status: 'compliant',
  articles: ['A.5'],
  certificate_id: 'FI-1',
  expires_at: '2027-11-01T00:00:00.000Z',
};

let commands: RecordedCommands;
let waitedFor: string[][];

beforeEach(() => {
  commands = new RecordedCommands();
  waitedFor = [];
});

const controller = (count = 0) =>
  new CertificationsController(
    commands.asCommands,
    {
      list: async (_organization, page) => ({
        certifications: [iso],
        pagination: { ...page, total: 1, has_more: false, next_cursor: null },
      }),
      find: async (organization, standard) =>
        organization === organizationId && standard === 'ISO 27001' ? iso : undefined,
      count: async () => count,
    },
    { visibleIn: async (...projections) => void waitedFor.push(projections) },
  );
const body = (fields: object = {}) =>
  validated(CertificationRequest, { status: 'compliant', articles: ['A.5'], certificate_id: 'FI-1', ...fields });

describe('GET /v1/compliance/certifications', () => {
  it('a certification is shown without the fields that say nothing, own writes included', async () => {
    expect(await controller().list(requestOf(), {})).toMatchObject({
      certifications: [shown],
      pagination: { total: 1 },
    });
    expect(await controller().get(requestOf(), 'ISO 27001')).toEqual(shown);
    expect(waitedFor).toEqual([['certifications'], ['certifications']]);
  });

  it.each(['SOC 2', '', 'x'.repeat(101), 'a\0b'])('a standard that is not recorded is not found: %j', async (name) => {
    expect((await rejectionOf(() => controller().get(requestOf(), name))).code).toBe('not_found');
  });
});

describe('PUT /v1/compliance/certifications/:standard', () => {
  it('every field is recorded, times in UTC, and the answer is what was recorded', async () => {
    const all = {
      standard: 'iso 27001',
      level: 'high',
      report_period: '2026-01-01 to 2026-12-31',
      verified_at: '2026-11-01T02:00:00+02:00',
      expires_at: '2027-11-01',
      expected_date: '2027-01-31',
    };
    expect(await controller().record(requestOf(), 'ISO 27001', body(all))).toEqual({
      ...shown,
      level: 'high',
      report_period: '2026-01-01 to 2026-12-31',
      verified_at: '2026-11-01T00:00:00.000Z',
      expected_date: '2027-01-31',
    });
    expect(commands.sent).toEqual([
      new RecordCertification(
        {
          standard: 'ISO 27001',
          status: 'compliant',
          articles: ['A.5'],
          level: 'high',
          certificateId: 'FI-1',
          reportPeriod: '2026-01-01 to 2026-12-31',
          verifiedAt: '2026-11-01T00:00:00.000Z',
          expiresAt: '2027-11-01T00:00:00.000Z',
          expectedDate: '2027-01-31',
        },
        uploaderMetadata,
      ),
    ]);
  });

  it.each([
    ['a status of its own', { status: 'certified' }, 'invalid_request'],
    ['no status', { status: undefined }, 'missing_required_field'],
    ['no time of expiry', { expires_at: 'soon' }, 'invalid_request'],
    ['no expected day', { expected_date: '2027-02-30' }, 'invalid_request'],
    ['no list of articles', { articles: 'A.5' }, 'invalid_request'],
    ['an article that is too long', { articles: ['x'.repeat(51)] }, 'invalid_request'],
    ['too many articles', { articles: Array(101).fill('A') }, 'invalid_request'],
  ])('a body with %s is refused', async (_, fields, code) => {
    expect((await rejectionOf(async () => body(fields))).code).toBe(code);
  });

  it.each([
    ['another standard than the path', 'ISO 27001', { standard: 'SOC 2' }],
    ['a name that is too long', 'x'.repeat(101), {}],
    ['a name with control characters', 'a\nb', {}],
    ['an end before its proof', 'ISO 27001', { verified_at: '2026-11-02', expires_at: '2026-11-01' }, 'expires_at'],
    [
      'an end before its proof in UTC',
      'ISO 27001',
      { verified_at: '2026-11-01T01:00:00Z', expires_at: '2026-11-01T02:00:00+02:00' },
      'expires_at',
    ],
  ])('a request with %s is refused, and records nothing', async (_, standard, fields, field = 'standard') => {
    const refused = await rejectionOf(() => controller().record(requestOf(), standard, body(fields)));
    expect(refused).toMatchObject({ code: 'invalid_request', details: { [field]: [expect.any(String)] } });
    expect(commands.sent).toEqual([]);
  });

  it('the hundredth standard is the last one, and those that are there can still be changed', async () => {
    const full = controller(100);
    expect((await rejectionOf(() => full.record(requestOf(), 'SOC 2', body()))).code).toBe('conflict');
    await full.record(requestOf(), 'ISO 27001', body());
    await controller(99).record(requestOf(), 'SOC 2', body());
    expect(commands.sent).toHaveLength(2);
  });
});

describe('DELETE /v1/compliance/certifications/:standard', () => {
  it('a certification is deleted by its name, and named as it was recorded', async () => {
    commands = new RecordedCommands('ISO 27001');
    expect(await controller().delete(requestOf(), 'iso 27001')).toEqual({ standard: 'ISO 27001', deleted: true });
    expect(commands.sent).toEqual([new DeleteCertification('iso 27001', uploaderMetadata)]);
  });
});
