import { expect, it } from 'vitest';
import { oidcOf } from './oidc-settings.js';
import { ConfigurationError, inferenceChoice, publicUrlOf, readSettings } from './settings.js';

const problemsOf = (environment: NodeJS.ProcessEnv): readonly string[] => {
  try {
    readSettings(environment);
    return [];
  } catch (error) {
    if (error instanceof ConfigurationError) return error.problems;
    throw error;
  }
};

it('every setting that needs a default has one', () => {
  const settings = readSettings({});
  expect(settings).toMatchObject({
    HOST: '127.0.0.1',
    PORT: 8080,
    TRANSLEDGER_TIER_ENTRY_REQUESTS_PER_MINUTE: 60,
    TRANSLEDGER_TIER_MAX_CHARACTERS_PER_DAY: 0,
    TRANSLEDGER_DOCUMENT_TTL: 7 * 86_400_000,
  });
  expect(settings.DATABASE_URL).toBeUndefined();
});

it('a configuration error names every malformed and every unknown setting at once', () =>
  expect(
    problemsOf({ PORT: 'http', TRANSLEDGER_DOCUMENT_TTL: '7 days', TRANSLEDGER_PROT: '1', HOME: '/root' }),
  ).toEqual([
    'PORT must be a whole number from 0 to 65535',
    'TRANSLEDGER_DOCUMENT_TTL must be an ISO 8601 duration such as P7D or PT12H',
    'TRANSLEDGER_PROT is not a setting',
  ]));

it('an empty variable counts as an unset one', () => expect(readSettings({ PORT: '', HOST: ' ' }).PORT).toBe(8080));

it('a configuration error names what is missing beside what is malformed', () =>
  expect(problemsOf({ PORT: 'http', S3_ENDPOINT: 'http://127.0.0.1:9000' })).toEqual([
    'PORT must be a whole number from 0 to 65535',
    'S3_BUCKET must be set beside S3_ENDPOINT',
  ]));

it('an engine address of an unknown scheme is refused', () =>
  expect(
    problemsOf({
      EVENTSTORE_URL: 'http://127.0.0.1:2113',
      REDIS_URL: 'http://127.0.0.1:6379',
      TRITON_URLS: '127.0.0.1:8001',
      DATABASE_URL: 'mysql://127.0.0.1/db',
      S3_BUCKET: 'documents',
      S3_ENDPOINT: 's3://documents',
    }).map((problem) => problem.split(' ')[0]),
  ).toEqual(['DATABASE_URL', 'EVENTSTORE_URL', 'REDIS_URL', 'S3_ENDPOINT', 'TRITON_URLS']));

it('the translation engine is chosen by the servers that are set', () => {
  expect(inferenceChoice(readSettings({}))).toBe('installed');
  expect(inferenceChoice(readSettings({ TRITON_URLS: 'grpc://127.0.0.1:8001' }))).toBe('triton');
  expect(inferenceChoice(readSettings({ TRITON_URLS: 'grpc://127.0.0.1:8001', TRANSLEDGER_INFERENCE: 'echo' }))).toBe(
    'echo',
  );
});

it('a configuration error never quotes the value of a refused setting', () => {
  const secret = 'not-a-key-but-perhaps-a-password';
  const problems = problemsOf({
    TRANSLEDGER_MASTER_KEY: secret,
    DATABASE_URL: secret,
    TRANSLEDGER_BOOTSTRAP_API_KEY: secret,
  });
  expect(problems).toHaveLength(3);
  expect(problems.join(' ')).not.toContain(secret);
});

it('sign-in by OpenID Connect is set up whole, by an issuer that nobody listens in on', () => {
  const whole = {
    TRANSLEDGER_OIDC_ISSUER: 'https://id.example.com/realms/ours/',
    TRANSLEDGER_OIDC_CLIENT_ID: 'transledger',
    TRANSLEDGER_OIDC_CLIENT_SECRET: 'a secret of the client',
    TRANSLEDGER_OIDC_ORGANIZATION: 'org_01KAH3W7J4B2X8Y6Z5V9T0S1R2',
  };
  expect(oidcOf(readSettings({}))).toBeUndefined();
  expect(oidcOf(readSettings(whole))).toEqual({
    issuer: whole.TRANSLEDGER_OIDC_ISSUER,
    clientId: 'transledger',
    clientSecret: 'a secret of the client',
    organizationId: whole.TRANSLEDGER_OIDC_ORGANIZATION,
  });
  for (const name of Object.keys(whole))
    expect(problemsOf({ ...whole, [name]: undefined }).join(), name).toContain(`${name} must be set beside`);
  for (const issuer of ['http://id.example.com', 'https://id.example.com/?x', 'id.example.com', 'ftp://id.example.com'])
    expect(problemsOf({ ...whole, TRANSLEDGER_OIDC_ISSUER: issuer }).join(), issuer).toContain(
      'TRANSLEDGER_OIDC_ISSUER',
    );
  expect(problemsOf({ ...whole, TRANSLEDGER_OIDC_ISSUER: 'http://127.0.0.1:9000' })).toEqual([]);
  for (const tenant of ['common', 'organizations', 'consumers', 'COMMON', '{tenantid}']) {
    const issuer = `https://login.microsoftonline.com/${tenant}/v2.0`;
    expect(problemsOf({ ...whole, TRANSLEDGER_OIDC_ISSUER: issuer }).join(), issuer).toContain('one tenant');
  }
  const ofTenant = 'https://login.microsoftonline.com/7c1f2c4e-0000-4000-8000-000000000001/v2.0';
  expect(problemsOf({ ...whole, TRANSLEDGER_OIDC_ISSUER: ofTenant })).toEqual([]);
  expect(problemsOf({ ...whole, TRANSLEDGER_OIDC_ORGANIZATION: 'ours' })).toHaveLength(1);
});

it('the public URL is made from the address when none is set', () => {
  expect(publicUrlOf(readSettings({}))).toBe('http://127.0.0.1:8080');
  expect(publicUrlOf(readSettings({ HOST: '::1', PORT: '81' }))).toBe('http://[::1]:81');
  expect(publicUrlOf(readSettings({ TRANSLEDGER_PUBLIC_URL: 'https://mt.example.com/' }))).toBe(
    'https://mt.example.com',
  );
});
