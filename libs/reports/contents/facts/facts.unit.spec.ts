import { describe, expect, it } from 'vitest';
import { type EvidenceParts, evidenceWith } from '../../report-evidence.fixture.js';
import { viewOf } from '../evidence-view.js';
import { retentionTable } from '../tables/tables.js';
import * as access from './access.facts.js';
import * as data from './data.facts.js';
import { evidenceOfFacts } from './evidence-of-facts.js';
import type { FactOf } from './fact.js';
import * as operation from './operation.facts.js';
import * as records from './records.facts.js';

const told = async (fact: FactOf, parts: EvidenceParts) => fact(await viewOf(evidenceWith(parts)));

const key = {
  id: 'key_1',
  name: 'build server',
  scopes: ['translate'],
  expiresAt: null,
  addressesRestricted: true,
  createdAt: '2026-11-02T08:00:00.000Z',
  lastUsedAt: null,
};

describe('facts', () => {
  it('settings alone evidence a fact in part, and entries of the period in full', async () => {
    const organization = { keys: [key] };
    expect((await told(access.keysAreScoped, { organization })).status).toBe('partly_evidenced');
    const acts = [{ action: 'api_key_create' as const, count: 3 }];
    const evidenced = await told(access.keysAreScoped, { organization, acts });
    expect(evidenced).toMatchObject({ status: 'evidenced', evidence: { count: 3 } });
    expect(evidenced.text).toContain('1 API key is active');
    expect(evidenced.text).toContain('3 entries record');
  });

  it('a key that could not be created was not created', async () => {
    const acts = [{ action: 'api_key_create' as const, result: 'denied' as const, count: 3 }];
    expect((await told(access.keysAreScoped, { acts })).status).toBe('not_evidenced');
    expect(await told(access.refusedAccessIsRecorded, { acts })).toMatchObject({
      status: 'evidenced',
      evidence: { count: 3, query: expect.stringContaining('result=denied') },
    });
  });

  it.each([
    [access.identitiesAreManaged, 'user_create', '2 entries record users who were invited'],
    [access.identitiesAreManaged, 'user_update', 'invited, changed or deleted'],
    [access.signInsAreRecorded, 'user_login', '2 sign-ins of users'],
    [access.accessIsWithdrawn, 'user_delete', 'users deleted'],
    [data.subjectsAreTold, 'subject_access', 'was read 2 times'],
  ] as const)('a fact of users and data subjects rests on entries alone (%#)', async (fact, action, said) => {
    expect((await told(fact, {})).status).toBe('not_evidenced');
    expect((await told(fact, { acts: [{ action, result: 'denied', count: 2 }] })).status).toBe('not_evidenced');
    const evidenced = await told(fact, { acts: [{ action, count: 2 }] });
    expect(evidenced).toMatchObject({ status: 'evidenced', evidence: { count: 2 } });
    expect(evidenced.text).toContain(said);
  });

  it('an entry of the operator is not said to name a user', async () => {
    const acts = [{ action: 'translate' as const, count: 1_001 }];
    const actors = [
      { actor: 'api_key' as const, count: 1_000 },
      { actor: 'operator' as const, count: 1 },
    ];
    const { text } = await told(access.actorsAreIdentified, { acts, actors });
    expect(text).toBe(
      '1,001 entries of the period by who acted: 1,000 by API keys (the key is named, with the user who made it, or the operator where the ' +
        'command line did) and 1 by the operator on the command line (no user is named). A user is named until that user is erased.',
    );
  });

  it('an exchanged key of the log is mentioned where it was exchanged', async () => {
    const service = { encryption: { files: '', personalData: '', auditLog: 'Ed25519' } };
    const acts = [{ action: 'translate' as const, count: 5 }];
    expect((await told(records.auditLogIsTamperEvident, { service, acts })).text).not.toContain('exchanged');
    const rotated = [...acts, { action: 'log_key_rotate' as const, count: 1 }];
    expect((await told(records.auditLogIsTamperEvident, { service, acts: rotated })).text).toContain(
      '1 entry records that the key that signs it was exchanged, or that a new log began',
    );
  });

  it('keys without limits evidence no limit', async () => {
    const organization = { keys: [{ ...key, addressesRestricted: false }] };
    expect((await told(access.keysAreLimitedByAddress, { organization })).status).toBe('not_evidenced');
    expect((await told(access.keysExpire, { organization })).status).toBe('not_evidenced');
    expect((await told(access.keysAreLimitedByAddress, { organization: { keys: [key] } })).status).toBe(
      'partly_evidenced',
    );
  });

  it.each([
    [{ 'Kafka connection': 'TLS' }, 'partly_evidenced'],
    [{ 'Kafka connection': 'without TLS' }, 'not_evidenced'],
    [{ TRANSLEDGER_PUBLIC_URL: 'https://a.example.com' }, 'partly_evidenced'],
    [{ TRANSLEDGER_PUBLIC_URL: 'http://a.example.com' }, 'not_evidenced'],
    [{}, 'not_evidenced'],
  ])('with the settings %o the encryption of connections is %s', async (settings, status) => {
    const fact = await told(operation.transportIsEncrypted, { service: { settings } });
    expect(fact.status).toBe(status);
    for (const value of Object.values(settings)) expect(fact.text).toContain(value);
  });

  it('what the operator lets webhooks do is said', async () => {
    const settings = { TRANSLEDGER_WEBHOOK_ALLOW_PRIVATE: 'true', TRANSLEDGER_WEBHOOK_ALLOW_HTTP: 'true' };
    const organization = { webhookHosts: ['hooks.example.com'] };
    const { text } = await told(operation.receiversAreLimited, { organization, service: { settings } });
    expect(text).toContain('lets webhooks use private addresses and plain http');
  });

  it.each([
    [{}, true],
    [{ organization: { webhooks: [{ id: 'whk_1', host: 'a.example.com', events: [] }] } }, false],
    [{ acts: [{ action: 'webhook_create' as const, count: 1 }] }, false],
    [{ acts: [{ action: 'document_upload' as const, count: 1 }] }, false],
  ])('with %o it is %s that nothing can have gone out by webhooks', async (parts, expected) => {
    const view = await viewOf(evidenceWith(parts));
    expect((await operation.hasNoReceivers(view)) !== undefined).toBe(expected);
  });

  it('a limit is evidenced by requests that it refused', async () => {
    const service = { settings: { TRANSLEDGER_TIER_PRO_REQUESTS_PER_MINUTE: '600' } };
    expect((await told(operation.useIsLimited, { service })).status).toBe('partly_evidenced');
    const failures = { byDay: [], byCode: [{ code: 'rate_limit_exceeded', result: 'failure' as const, count: 4 }] };
    const acts = [{ action: 'translate' as const, result: 'failure' as const, count: 9 }];
    const { status, text } = await told(operation.useIsLimited, { service, failures, acts });
    expect(status).toBe('evidenced');
    expect(text).toMatch(/^4 entries .* among 9 failures in all/);
  });

  it('users who are deleted lose their access, and access of data subjects is evidenced by its entries', async () => {
    const acts = [
      { action: 'user_delete' as const, count: 2 },
      { action: 'subject_access' as const, count: 3 },
      { action: 'user_login' as const, count: 1 },
    ];
    expect(await told(access.accessIsWithdrawn, { acts })).toMatchObject({
      status: 'evidenced',
      evidence: { count: 2 },
    });
    expect(await told(access.identitiesAreManaged, { acts })).toMatchObject({ evidence: { count: 2 } });
    expect((await told(access.signInsAreRecorded, { acts })).text).toMatch(/^1 sign-in of users/);
    expect((await told(data.subjectsAreTold, { acts })).text).toMatch(/was read 3 times/);
  });

  it('limits and durations are said in words', async () => {
    const settings = {
      TRANSLEDGER_TIER_PRO_REQUESTS_PER_MINUTE: '600',
      TRANSLEDGER_TIER_PRO_CHARACTERS_PER_DAY: '0',
      TRANSLEDGER_ORGANIZATION_LIMIT_FACTOR: '5',
    };
    const { text } = await told(operation.useIsLimited, { service: { settings } });
    expect(text).toContain(
      '600 requests per minute of each key and characters per day without limit; all keys together have 5 times the requests of one.',
    );
    const retention = { documents: 'P1D', reports: 'PT36H', webhookDeliveries: '' };
    expect((await told(data.retentionIsLimited, { organization: { retention } })).text).toContain(
      'translated documents for 1 day and reports for 36 hours',
    );
  });

  it('every kind of data is named with how long it is kept', async () => {
    const retention = { documents: 'P7D', reports: 'P30D', webhookDeliveries: 'P14D' };
    const { text, status } = await told(data.retentionIsLimited, { organization: { retention } });
    expect(status).toBe('partly_evidenced');
    expect(text).toContain(
      'documents for 7 days, reports for 30 days and what is known of deliveries of webhooks for 14 days',
    );
  });

  it('retention says what has no duration, what holds keep, and that promises stay', async () => {
    const retention = { documents: 'P7D', reports: 'P30D', webhookDeliveries: '' };
    const text = async (activeHolds: number) =>
      (await told(data.retentionIsLimited, { organization: { retention, activeHolds } })).text;
    expect(await text(0)).toContain('For deliveries of webhooks no duration is set');
    expect(await text(0)).toContain('keeps the end that it was promised');
    expect(await text(0)).toContain('No legal hold is in force.');
    expect(await text(2)).toContain('2 legal holds are in force: what is held is removed by none of these durations');
  });

  it('retention is listed by kind of data, with deliveries of webhooks and what holds keep', async () => {
    const rowsWith = async (webhookDeliveries: string, activeHolds: number) => {
      const retention = { documents: 'P7D', reports: 'P30D', webhookDeliveries };
      const { rows } = retentionTable(await viewOf(evidenceWith({ organization: { retention, activeHolds } })));
      return Object.fromEntries(rows);
    };
    expect(await rowsWith('', 0)).toMatchObject({
      'Deliveries of webhooks': 'until a duration is set',
      'What legal holds keep': 'no hold is in force',
    });
    expect(await rowsWith('P14D', 1)).toMatchObject({
      'Deliveries of webhooks': '14 days',
      'What legal holds keep': 'until it is held no more (1 hold in force)',
    });
  });
});

describe('entries of several facts', () => {
  const parts: EvidenceParts = {
    acts: [
      { action: 'document_delete', count: 2 },
      { action: 'retention_apply', count: 3 },
      { action: 'translate', result: 'denied', count: 5 },
    ],
  };

  const linked = async (...facts: FactOf[]) => {
    const view = await viewOf(evidenceWith(parts));
    return evidenceOfFacts(view, await Promise.all(facts.map((fact) => fact(view))));
  };

  it('acts that were done are listed together', async () => {
    const { count, query } = await linked(data.dataAreDeletedOnRequest, data.retentionIsLimited);
    expect(count).toBe(5);
    expect(query).toContain('action=document_delete,glossary_delete,webhook_delete,retention_apply');
  });

  it('where one query cannot list all, it lists those of the first fact that has any', async () => {
    expect((await linked(access.refusedAccessIsRecorded, data.retentionIsLimited)).count).toBe(5);
    expect((await linked(data.retentionIsLimited, access.refusedAccessIsRecorded)).count).toBe(3);
    expect((await linked(records.logIsTakenOut, access.refusedAccessIsRecorded)).count).toBe(5);
  });

  it('facts without entries have none together', async () => {
    expect(await linked(records.logIsTakenOut, access.keysExpire)).toEqual({ ids: [], count: 0, query: null });
  });
});
