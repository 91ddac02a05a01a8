import { call, get, type HttpMistake, post, send } from './mistake.js';

const compliance = '/v1/compliance';
const log = `${compliance}/audit-logs`;
const reports = `${compliance}/reports`;
const holds = `${compliance}/holds`;
const erasures = `${compliance}/erasures`;
const iso = `${compliance}/certifications/ISO%2027001`;
const october = { start: '2026-10-01', end: '2026-10-31' };
const history = (rest: string) => get(`${compliance}/history/${rest}`);
const report = (body: object) => post(reports, { type: 'usage', period: october, ...body });
const hold = (body: object) => post(holds, { reason: 'Case 2026/7', ...body });

/** Audit log, exports, proofs, history, reports, certifications, holds and erasures. */
export const complianceMistakes: readonly HttpMistake[] = [
  ['a result that is none', get(`${log}?result=failed`), 400, 'invalid_request', /success, failure, denied/],
  ['a misspelt result', get(`${log}?result=succes`), 400, 'invalid_request', /denied; did you mean success\?/],
  ['a misspelt action', get(`${log}?action=translat`), 400, 'invalid_request', /commas; did you mean translate\?/],
  ['an action that is none', get(`${log}?action=upload`), 400, 'invalid_request', /document_upload/],
  ['5,000 entries', get(`${log}?limit=5000`), 400, 'invalid_request', /limit must be from 1 to 1000/],
  ['from for start', get(`${log}?from=2026-01-01`), 400, 'invalid_request', /there are .*start, end/],
  ['a day of another country', get(`${log}?start=01/11/2026`), 400, 'invalid_request', /such as 2026-11-21/],
  [
    'the + of an offset as it is',
    get(`${log}?start=2026-11-01T08:00:00+02:00`),
    400,
    'invalid_request',
    /start must be .*%2B in a URL/,
  ],
  ['an end before the start', get(`${log}?start=2026-11-22&end=2026-11-01`), 400, 'invalid_request', /before start/],
  ['an order', get(`${log}?sort=asc`), 400, 'invalid_request', /sort is not known; there are/],
  ['a filter without a name', get(`${log}?=1`), 400, 'invalid_request', /"" is an empty name; there are start, end/],
  ['a user by name', get(`${log}?user_id=ada`), 400, 'invalid_request', /user_id must be .*begins with usr_/],
  ['a variable that is empty', get(`${log}?user_id=`), 400, 'invalid_request', /user_id must be/],
  ['a key by name', get(`${log}?key_id=build%20server`), 400, 'invalid_request', /key_id must be .*key_/],
  ["a request by the caller's id", get(`${log}?request_id=4711`), 400, 'invalid_request', /request_id must be .*req_/],
  ['an export of a user by name', get(`${log}/export?user_id=ada`), 400, 'invalid_request', /user_id must be/],
  ['an entry that is not there', get(`${log}/aud_x`), 404, 'not_found', /entry does not exist/],
  ['a proof of nothing', get(`${log}/aud_x/proof`), 404, 'not_found', /entry does not exist/],
  [
    'an export by the old ending',
    get(`${log}/export?format=xls`),
    400,
    'invalid_request',
    /ndjson, csv, xlsx, ocsf, cef/,
  ],
  ['an export with a limit', get(`${log}/export?limit=5`), 400, 'invalid_request', /there are .*cursor/],
  ['an export from a place that is none', get(`${log}/export?cursor=x`), 400, 'invalid_request', /id of an entry/],
  ['an export that is not there', get(`${log}/exports/exp_x`), 404, 'not_found', /export does not exist/],
  ['a checkpoint of nothing', get(`${log}/checkpoint?size=0`), 400, 'invalid_request', /entries, from 1/],
  ['a checkpoint by name', get(`${log}/checkpoint?size=all`), 400, 'invalid_request', /a number of entries/],
  ['a consistency of nothing', get(`${log}/consistency`), 422, 'missing_required_field', /from, to/],
  ['first and second', get(`${log}/consistency?first=1&second=2`), 400, 'invalid_request', /there are from, to/],
  ['a receipt of a list', get('/v1/documents?receipt=true'), 400, 'invalid_request', /receipt is not known/],

  ['a history of documents', history('documents/{document}'), 404, 'not_found', /history of document, api_key/],
  ['a history by name', history('glossary/terms'), 404, 'not_found', /does not exist/],
  ['yesterday', history('glossary/{glossary}?as_of=yesterday'), 400, 'invalid_request', /as_of.*such as 2026-11-21/],
  ['tomorrow', history('glossary/{glossary}?as_of=2999-01-01'), 400, 'invalid_request', /not be in the future/],
  ['before it was made', history('glossary/{glossary}?as_of=2020-01-01'), 404, 'not_found', /or did not then/],
  ['at for as_of', history('glossary/{glossary}?at=2026-11-23'), 400, 'invalid_request', /there are as_of/],

  ['a report of nothing', post(reports, {}), 422, 'missing_required_field', /type, period/],
  ['a report of GDPR', report({ type: 'gdpr' }), 400, 'invalid_request', /gdpr_dpa, gdpr_dpia/],
  ['a month', report({ period: '2026-10' }), 400, 'invalid_request', /an object of start and end/],
  [
    'times for days',
    report({ period: { ...october, start: '2026-10-01T00:00:00Z' } }),
    400,
    'invalid_request',
    /a day/,
  ],
  ['a day that is none', report({ period: { ...october, start: '2026-02-30' } }), 400, 'invalid_request', /a day/],
  [
    'a period backwards',
    report({ period: { start: '2026-10-31', end: '2026-10-01' } }),
    400,
    'invalid_request',
    /before/,
  ],
  [
    'a period of from and to',
    report({ period: { from: 'a', to: 'b' } }),
    422,
    'missing_required_field',
    /period.start/,
  ],
  ['a report as text', report({ format: 'docx' }), 400, 'invalid_request', /pdf, json, csv, xlsx/],
  ['a report that is not there', get(`${reports}/rep_x/download`), 404, 'not_found', /report does not exist/],

  [
    'an end that is misspelt',
    send('PUT', iso, { status: 'compliant', expires: '2027-11-01' }),
    400,
    'invalid_request',
    /did you mean expires_at/,
  ],
  ['certified', send('PUT', iso, { status: 'certified' }), 400, 'invalid_request', /compliant, in_progress/],
  [
    'an end before its proof',
    send('PUT', iso, { status: 'compliant', verified_at: '2027-11-02', expires_at: '2027-11-01' }),
    400,
    'invalid_request',
    /expires_at must not be before verified_at/,
  ],
  [
    'POST of a certification to their list',
    post(`${compliance}/certifications`, { status: 'compliant' }),
    405,
    'invalid_request',
    /Did you mean PUT \/v1\/compliance\/certifications\/\{standard\}\?/,
  ],
  ['POST of a certification', post(iso, { status: 'compliant' }), 405, 'invalid_request', /PUT/],
  ['a certification that is not there', get(`${compliance}/certifications/SOC2`), 404, 'not_found', /is recorded/],

  ['a hold without a reason', post(holds, { resource: 'document' }), 422, 'missing_required_field', /reason/],
  ['a hold of nothing', post(holds, {}), 422, 'missing_required_field', /resource \(where neither .* reason\./],
  ['a hold on nothing', hold({}), 422, 'missing_required_field', /neither subject nor period is there/],
  [
    'a hold on documents',
    hold({ resource: 'documents', resource_id: 'x' }),
    400,
    'invalid_request',
    /document, glossary/,
  ],
  ['a hold without an id', hold({ resource: 'document' }), 422, 'missing_required_field', /resource_id/],
  ['a hold on a name', hold({ subject: 'usr_x' }), 400, 'invalid_request', /an object of type and id/],
  ['a hold on two things', hold({ subject: {}, period: october }), 400, 'invalid_request', /nor these two together/],

  [
    'an erasure without a reason',
    post(erasures, { subject: { type: 'user', id: 'x' } }),
    422,
    'missing_required_field',
    /reason/,
  ],
  [
    'an erasure on trial',
    post(erasures, { subject: { type: 'ip_address', id: '192.0.2.7' }, reason: 'r', dry_run: true }),
    400,
    'invalid_request',
    /dry_run is not known; there are subject, reason/,
  ],
  ['an erasure of an id', post(erasures, { subject: 'usr_x', reason: 'r' }), 400, 'invalid_request', /of type and id/],
  [
    'an erasure of an address as ip',
    post(erasures, { subject: { type: 'ip', id: '192.0.2.7' }, reason: 'r' }),
    400,
    'invalid_request',
    /user, ip_address/,
  ],
  [
    'an erasure of a part of an address',
    post(erasures, { subject: { type: 'ip_address', id: '192.0.2' }, reason: 'r' }),
    400,
    'invalid_request',
    /an IP address/,
  ],
  [
    'an erasure of an address of mail',
    post(erasures, { subject: { type: 'user', id: 'ada@example.com' }, reason: 'r' }),
    400,
    'invalid_request',
    /subject.id must be .*usr_.*GET \/v1\/users/,
  ],
  [
    'a hold on an account',
    hold({ subject: { type: 'user', id: 'acc_01KAH3W7J4B2X8Y6Z5V9T0S1R2' } }),
    400,
    'invalid_request',
    /subject.id must be .*usr_/,
  ],
  [
    'the data of a user by address',
    get(`${compliance}/subjects/user/ada@example.com/data`),
    400,
    'invalid_request',
    /subject must be .*usr_/,
  ],
  [
    'the data of an address of mail',
    get(`${compliance}/subjects/email/a@example.com/data`),
    404,
    'not_found',
    /user or ip_/,
  ],
  ['DELETE of a log', call('DELETE', log), 405, 'invalid_request', /use GET/],
  ['usage of two days', get('/v1/usage?start=2026-11-01&start=2026-11-02'), 400, 'invalid_request', /there twice/],
  ['usage from', get('/v1/usage?from=2026-11-01'), 400, 'invalid_request', /there are start, end/],
  ['usage of a month', get('/v1/usage?start=2026-11'), 400, 'invalid_request', /such as 2026-11-21/],
];
