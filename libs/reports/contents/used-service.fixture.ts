import { evidenceWith } from '../report-evidence.fixture.js';

/** Evidence of an organization that used most of the service, on engines of a cluster. */
export const usedService = evidenceWith({
  acts: [
    { action: 'translate', count: 4_000 },
    { action: 'translate', result: 'failure', count: 12 },
    { action: 'translate', result: 'denied', count: 7 },
    { action: 'detect', count: 90 },
    { action: 'document_upload', count: 33 },
    { action: 'translate_document', count: 31 },
    { action: 'document_download', count: 29 },
    { action: 'document_delete', count: 5 },
    { action: 'retention_apply', count: 21 },
    { action: 'api_key_create', count: 3 },
    { action: 'api_key_revoke', count: 2 },
    { action: 'api_key_rotate', count: 1 },
    { action: 'settings_change', count: 4 },
    { action: 'audit_log_export', count: 6 },
    { action: 'webhook_create', count: 1 },
    { action: 'glossary_create', count: 2 },
    { action: 'hold_place', count: 1 },
    { action: 'user_create', count: 3 },
    { action: 'user_delete', count: 1 },
    { action: 'user_login', count: 40 },
    { action: 'user_login', result: 'denied', count: 2 },
    { action: 'subject_access', count: 2 },
    { action: 'log_key_rotate', count: 1 },
    { action: 'certification_update', count: 1 },
  ],
  organization: {
    retention: { documents: 'P3D', reports: 'P30D', webhookDeliveries: 'P14D' },
    webhookHosts: ['hooks.example.com'],
    keys: [
      {
        id: 'key_1',
        name: 'build server',
        scopes: ['translate', 'detect'],
        expiresAt: null,
        addressesRestricted: true,
        createdAt: '2026-11-02T08:00:00.000Z',
        lastUsedAt: '2026-11-20T08:00:00.000Z',
      },
      {
        id: 'key_2',
        name: 'administration',
        scopes: ['keys:manage', 'organization:manage'],
        expiresAt: '2027-01-01T00:00:00.000Z',
        addressesRestricted: false,
        createdAt: '2026-01-02T08:00:00.000Z',
        lastUsedAt: null,
      },
    ],
    webhooks: [{ id: 'whk_1', host: 'hooks.example.com', events: ['document.completed'] }],
    certifications: [{ standard: 'ISO 27001', expiresAt: '2027-11-01T00:00:00.000Z' }],
    activeHolds: 1,
  },
  service: {
    version: '1.2.3',
    dataResidency: { region: 'eu-north', locations: ['Helsinki'] },
    engines: { 'event store': 'EventStoreDB', files: 'S3' },
    inference: {
      engine: 'apertium',
      pairs: [
        { source: 'en', target: 'es', model: 'apertium-eng-spa', licence: 'GPL-2' },
        { source: 'es', target: 'en', model: 'apertium-spa-eng', licence: null },
        { source: 'en', target: 'ca', model: 'apertium-eng-spa+apertium-spa-cat', route: ['en', 'es', 'ca'] },
      ],
    },
    encryption: {
      files: 'AES-256-GCM with a key for each file',
      personalData: 'AES-256-GCM with a key for each data subject',
      auditLog: 'heads signed with Ed25519',
    },
    settings: {
      TRANSLEDGER_TIER_PRO_REQUESTS_PER_MINUTE: '600',
      TRANSLEDGER_PUBLIC_URL: 'https://translate.example.com',
      'EventStoreDB connection': 'TLS',
    },
  },
  usage: {
    requests: 4_140,
    characters: 812_345,
    byDay: [
      { day: '2026-11-02', characters: 800_000, requests: 4_000 },
      { day: '2026-11-03', characters: 12_345, requests: 140 },
    ],
    byEndpoint: [{ endpoint: 'translate', characters: 812_345, requests: 4_140 }],
    byKey: [{ key_id: 'key_1', key_name: 'build server', characters: 812_345, requests: 4_140 }],
  },
  failures: {
    byDay: [{ day: '2026-11-02', denied: 7, failed: 12 }],
    byCode: [
      { code: 'rate_limit_exceeded', result: 'failure', count: 12 },
      { code: 'insufficient_scope', result: 'denied', count: 7 },
    ],
  },
  translations: [{ source: 'en', target: 'es', count: 4_031 }],
});
