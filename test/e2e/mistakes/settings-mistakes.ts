import { type Asked, call, get, type HttpMistake, post, raw, send, withoutKey } from './mistake.js';

const keys = '/v1/api-keys';
const glossaries = '/v1/glossaries';
const webhooks = '/v1/webhooks';
const users = '/v1/users';
const organization = '/v1/organization';
const hook = 'https://hooks.example.com/transledger';
const key = (body: object) => post(keys, { name: 'build server', scopes: ['translate'], ...body });
const house = { source: 'house', target: 'casa' };
const glossary = (body: object) =>
  post(glossaries, { name: 'terms', source_language: 'en', target_language: 'es', entries: [house], ...body });
const webhook = (body: object) => post(webhooks, { url: hook, events: ['document.completed'], ...body });
const signIn = (path: string, body: object) => withoutKey(post(path, body, { origin: '{url}' }));
const glossaryForm = (...parts: NonNullable<Asked['form']>): Asked => ({
  path: glossaries,
  init: { method: 'POST' },
  form: [['name', 'terms'], ['source_language', 'en'], ['target_language', 'es'], ...parts],
});

/** Keys, glossaries, webhooks, users, sign-in and the organization. */
export const settingsMistakes: readonly HttpMistake[] = [
  ['a key without scopes', post(keys, { name: 'a' }), 422, 'missing_required_field', /scopes/],
  [
    'a scope that is none',
    key({ scopes: ['translation'] }),
    400,
    'invalid_request',
    /among translate, detect.*; did you mean translate\?/,
  ],
  ['every scope as *', key({ scopes: ['*'] }), 400, 'invalid_request', /among translate, detect/],
  ['one scope', key({ scopes: 'translate' }), 400, 'invalid_request', /an array of scopes/],
  ['a key of the past', key({ expires_at: '2020-01-01T00:00:00Z' }), 400, 'invalid_request', /in the future/],
  ['a day of another country', key({ expires_at: '31.12.2027' }), 400, 'invalid_request', /such as 2026-11-21/],
  ['a range too long', key({ ip_allowlist: ['192.0.2.0/33'] }), 400, 'invalid_request', /such as 192.0.2.0\/24/],
  ['a name for an address', key({ ip_allowlist: ['example.com'] }), 400, 'invalid_request', /such as 192.0.2.0\/24/],
  ['a key by its secret', call('DELETE', `${keys}/tl_live_x`), 404, 'not_found', /API key does not exist/],
  ['DELETE of every key', call('DELETE', keys), 405, 'invalid_request', /Did you mean DELETE \/v1\/api-keys\/\{id\}\?/],
  ['GET of one key', get(`${keys}/key_x`), 405, 'invalid_request', /use DELETE/],

  [
    'source for source_language',
    post(glossaries, { name: 'a', source: 'en', target: 'es', entries: [house] }),
    422,
    'missing_required_field',
    /did you mean source_language\?.*did you mean target_language\?/,
  ],
  ['entries as an object', glossary({ entries: { house: 'casa' } }), 400, 'invalid_request', /with source and target/],
  [
    'entries as pairs',
    glossary({ entries: [['house', 'casa']] }),
    400,
    'invalid_request',
    /entries\[0\] must be an object/,
  ],
  ['a term twice', glossary({ entries: [house, house] }), 400, 'invalid_request', /entries\[1\].*entries\[0\]/],
  [
    'an empty term',
    glossary({ entries: [{ ...house, source: '' }] }),
    422,
    'missing_required_field',
    /entries\[0\].source/,
  ],
  ['a name of a language', glossary({ source_language: 'English' }), 400, 'invalid_language', /English is "en"/],
  [
    'terms without languages',
    raw(glossaries, 'a,b', { 'content-type': 'text/csv' }),
    422,
    'missing_required_field',
    /name/,
  ],
  [
    'a name twice',
    raw(`${glossaries}?name=a&name=b&source_language=en&target_language=es`, 'a,b', { 'content-type': 'text/csv' }),
    400,
    'invalid_request',
    /name is there twice/,
  ],
  [
    'a line of one cell',
    raw(`${glossaries}?name=a&source_language=en&target_language=es`, 'house', { 'content-type': 'text/csv' }),
    400,
    'invalid_request',
    /line 1 has no target/,
  ],
  [
    'a file with commas where tabs should be',
    raw(`${glossaries}?name=a&source_language=en&target_language=es`, 'a,b\nc,d', {
      'content-type': 'text/tab-separated-values',
    }),
    400,
    'invalid_request',
    /has no tab between source and target/,
  ],
  [
    'a domain in the query of JSON',
    post(`${glossaries}?domain=12%20law`, {
      name: 'terms',
      source_language: 'en',
      target_language: 'es',
      entries: [house],
    }),
    400,
    'invalid_request',
    /domain is not read from the query/,
  ],
  [
    'a misspelt field beside a file',
    glossaryForm(['domian', '12 law'], ['file', 'house,casa', 'terms.csv']),
    400,
    'invalid_request',
    /did you mean domain/,
  ],
  ['no @ before the file', glossaryForm(['file', 'terms.csv']), 400, 'invalid_request', /-F file=@terms/],
  [
    'a tag of another kind',
    send('PUT', `${glossaries}/{glossary}/entries`, { entries: [house] }, { 'if-match': 'v1' }),
    400,
    'invalid_request',
    /quotation marks/,
  ],
  ['PUT of a glossary', send('PUT', `${glossaries}/{glossary}`, {}), 405, 'invalid_request', /use DELETE or GET/],
  ['POST of entries', post(`${glossaries}/{glossary}/entries`, {}), 405, 'invalid_request', /use PUT/],
  [
    'a version without quotation marks',
    send('PUT', `${glossaries}/{glossary}/entries`, { entries: [house] }, { 'if-match': '1' }),
    400,
    'invalid_request',
    /quotation marks, such as "1"/,
  ],
  [
    'a version that was',
    send('PUT', `${glossaries}/{glossary}/entries`, { entries: [house] }, { 'if-match': '"9"' }),
    412,
    'conflict',
    /in version 1/,
  ],
  [
    'a weak version, as proxies make them',
    send('PUT', `${glossaries}/{glossary}/entries`, { entries: [house] }, { 'if-match': 'W/"1"' }),
    412,
    'conflict',
    /send the ETag without W\//,
  ],
  ['terms for a spreadsheet', get(`${glossaries}/{glossary}?format=xlsx`), 400, 'invalid_request', /csv, tsv, tbx/],

  ['a webhook of nothing', post(webhooks, {}), 422, 'missing_required_field', /url \(where .+\), events/],
  [
    'webhook_url',
    post(webhooks, { webhook_url: hook, events: ['document.failed'] }),
    422,
    'missing_required_field',
    /url/,
  ],
  ['an event that is none', webhook({ events: ['document.done'] }), 400, 'invalid_request', /document.completed/],
  ['every event as *', webhook({ events: ['*'] }), 400, 'invalid_request', /among document.completed/],
  ['one event', webhook({ events: 'document.completed' }), 400, 'invalid_request', /an array of event names/],
  ['http', webhook({ url: 'http://example.com/' }), 400, 'invalid_request', /TRANSLEDGER_WEBHOOK_ALLOW_HTTP/],
  ['an address of a network', webhook({ url: 'https://10.0.0.1/' }), 400, 'invalid_request', /WEBHOOK_ALLOW_PRIVATE/],
  ['a user in a URL', webhook({ url: 'https://a:b@example.com/' }), 400, 'invalid_request', /user name or password/],
  ['a secret that is none', webhook({ secret: 'whsec_!!' }), 400, 'invalid_request', /base64 behind whsec_/],
  ['a short secret', webhook({ secret: 'sesame' }), 400, 'invalid_request', /at least 24 bytes/],
  ['a number for a secret', webhook({ secret: 5 }), 400, 'invalid_request', /secret must be a string/],
  ['an empty secret', webhook({ secret: '' }), 400, 'invalid_request', /secret must not be empty/],
  ['PUT of a webhook', send('PUT', `${webhooks}/{webhook}`, {}), 405, 'invalid_request', /or PATCH/],
  [
    'a disabled webhook',
    send('PATCH', `${webhooks}/{webhook}`, { status: 'disabled' }),
    400,
    'invalid_request',
    /active/,
  ],
  [
    'another secret',
    send('PATCH', `${webhooks}/{webhook}`, { secret: 'a' }),
    400,
    'invalid_request',
    /url, events, status/,
  ],
  ['a replay of nothing', post(`${webhooks}/{webhook}/replay`, {}), 422, 'missing_required_field', /start, end/],
  ['a webhook that is not there', get(`${webhooks}/hook`), 404, 'not_found', /webhook does not exist/],

  [
    'a role that is none',
    post(users, { email: 'a@example.com', role: 'admin' }),
    400,
    'invalid_request',
    /owner, developer/,
  ],
  ['no address', post(users, { email: 'ada', role: 'owner' }), 400, 'invalid_request', /an e-mail address/],
  [
    'roles',
    post(users, { email: 'a@example.com', roles: ['owner'] }),
    422,
    'missing_required_field',
    /did you mean role\?/,
  ],
  [
    'another address of a user',
    send('PATCH', `${users}/usr_x`, { email: 'b@example.com' }),
    400,
    'invalid_request',
    /email is not known; there are role, name/,
  ],
  ['an unknown user', get(`${users}/usr_x`), 404, 'not_found', /user does not exist/],
  [
    'an invite without its token',
    signIn('/v1/auth/invites', { password: 'a long password' }),
    422,
    'missing_required_field',
    /token/,
  ],
  [
    'a sign-in from nowhere',
    withoutKey(post('/v1/auth/login', { email: 'a@example.com', password: 'x' })),
    400,
    'invalid_request',
    /Origin header must name this service/,
  ],
  ['a user name', signIn('/v1/auth/login', { username: 'ada', password: 'x' }), 422, 'missing_required_field', /email/],
  [
    'a wrong password',
    signIn('/v1/auth/login', { email: 'nobody@example.com', password: 'x' }),
    401,
    'invalid_credentials',
    /wrong, or too many/,
  ],
  ['a session of a key', get('/v1/auth/session'), 401, 'invalid_credentials', /not for an API key/],
  [
    'a short password',
    signIn('/v1/auth/invites', { token: 'x', password: 'short' }),
    400,
    'invalid_request',
    /12 characters/,
  ],
  [
    'a used invite',
    signIn('/v1/auth/invites', { token: 'x', password: 'a long password' }),
    404,
    'not_found',
    /invite does not/,
  ],

  ['another tier', send('PATCH', organization, { tier: 'max' }), 400, 'invalid_request', /set by the operator/],
  [
    'a duration in words',
    send('PATCH', organization, { retention: { documents: '30 days' } }),
    400,
    'invalid_request',
    /P7D/,
  ],
  [
    'a retention of what is not there',
    send('PATCH', organization, { retention: { document: 'P3D', reports: 'P3D' } }),
    400,
    'invalid_request',
    /retention.document is not known: did you mean documents/,
  ],
  [
    'a month, which has no length',
    send('PATCH', organization, { retention: { reports: 'P1M' } }),
    400,
    'invalid_request',
    /retention.reports must be .*weeks, days/,
  ],
  ['a field that is none', send('PATCH', organization, { nmae: 'a' }), 400, 'invalid_request', /name, webhook_hosts/],
  [
    'a URL for a host',
    send('PATCH', organization, { webhook_hosts: [hook] }),
    400,
    'invalid_request',
    /hooks.example.com/,
  ],
];
