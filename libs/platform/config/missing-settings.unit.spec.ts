import { expect, it } from 'vitest';
import { missingSettings } from './missing-settings.js';

it.each([
  [{ TRANSLEDGER_INFERENCE: 'triton' }, ['TRITON_URLS must be set for TRANSLEDGER_INFERENCE=triton']],
  [{ S3_ENDPOINT: 'http://127.0.0.1:9000' }, ['S3_BUCKET must be set beside S3_ENDPOINT']],
  [
    { TRANSLEDGER_DATABASE_DIRECT_URL: 'postgresql://db/a', DATABASE_URL: ' ' },
    ['DATABASE_URL must be set beside TRANSLEDGER_DATABASE_DIRECT_URL'],
  ],
  [
    { TRANSLEDGER_KAFKA_USERNAME: 'me', TRANSLEDGER_TRITON_KEY_FILE: 'key.pem' },
    [
      'TRANSLEDGER_KAFKA_SASL_MECHANISM and TRANSLEDGER_KAFKA_PASSWORD must be set beside TRANSLEDGER_KAFKA_USERNAME',
      'TRANSLEDGER_TRITON_CERTIFICATE_FILE must be set beside TRANSLEDGER_TRITON_KEY_FILE',
    ],
  ],
  [
    {
      TRANSLEDGER_OIDC_ISSUER: 'https://id.example.com',
      TRANSLEDGER_OIDC_CLIENT_ID: '',
      TRANSLEDGER_OIDC_CLIENT_SECRET: 'secret',
      TRANSLEDGER_OIDC_ORGANIZATION: 'org_01KAH3W7J4B2X8Y6Z5V9T0S1R2',
    },
    [
      'TRANSLEDGER_OIDC_CLIENT_ID must be set beside TRANSLEDGER_OIDC_ISSUER, TRANSLEDGER_OIDC_CLIENT_SECRET, TRANSLEDGER_OIDC_ORGANIZATION',
    ],
  ],
])('what is missing beside %o is named', (environment, problems) =>
  expect(missingSettings(environment)).toEqual(problems),
);

it.each([
  {},
  { DATABASE_URL: 'postgresql://db/a', S3_BUCKET: 'documents', TRITON_URLS: 'grpc://127.0.0.1:8001' },
  { TRANSLEDGER_TRITON_CERTIFICATE_FILE: 'certificate.pem', TRANSLEDGER_TRITON_KEY_FILE: 'key.pem' },
])('nothing is missing beside %o', (environment) => expect(missingSettings(environment)).toEqual([]));
