import { call, get, type HttpMistake, post, raw, withoutKey } from './mistake.js';

const translate = '/v1/translate';
const batch = '/v1/translate/batch';
const good = { text: 'The house is big.', source: 'en', target: 'es' };
const authorized = (authorization: string) => post(translate, good, { authorization });

const narrow = call('GET', '/v1/languages', { authorization: 'Bearer {narrowKey}' });

/** Keys, paths, texts and their languages. */
export const textMistakes: readonly HttpMistake[] = [
  ['no key', withoutKey(post(translate, good)), 401, 'missing_api_key', /"Authorization: Bearer/],
  [
    'the key as X-API-Key',
    withoutKey(post(translate, good, { 'x-api-key': '{apiKey}' })),
    401,
    'missing_api_key',
    /"Authorization: Bearer/,
  ],
  [
    'the key in the query',
    withoutKey(post(`${translate}?api_key=x`, good)),
    401,
    'missing_api_key',
    /"Authorization: /,
  ],
  ['the key without Bearer', authorized('{apiKey}'), 401, 'invalid_api_key', /"Bearer" and the API key/],
  ['a colon behind Bearer', authorized('Bearer: {apiKey}'), 401, 'invalid_api_key', /"Bearer" and the API key/],
  ['Basic in place of Bearer', authorized('Basic dXNlcjpwYXNz'), 401, 'invalid_api_key', /"Bearer" and the API key/],
  ['a variable of the shell as it is', authorized('Bearer $KEY'), 401, 'invalid_api_key', /tl_live_.* 38 letters/],
  ['the key of another service', authorized('Bearer sk-abc'), 401, 'invalid_api_key', /tl_live_.* 38 letters/],
  ['a key that lacks the scope', narrow, 403, 'insufficient_scope', /scope languages/],

  ['a misspelt parameter', post(`${translate}?receipts=true`, good), 400, 'invalid_request', /did you mean receipt\?/],
  ['a text in the query', post(`${translate}?text=House`, good), 400, 'invalid_request', /text/],
  ['a filter where there is none', get('/v1/formats?format=docx'), 400, 'invalid_request', /format/],

  ['a path without its version', post('/translate', good), 404, 'not_found', /did you mean \/v1\/translate\?/],
  ['a path of another version', post('/v2/translate', good), 404, 'not_found', /did you mean \/v1\/translate\?/],
  ['a misspelt path', post('/v1/translation', good), 404, 'not_found', /did you mean \/v1\/translate\?/],
  ['the root', get('/'), 404, 'not_found', /at \/docs/],
  ['GET of what takes POST', get(`${translate}?text=a&target=es`), 405, 'invalid_request', /use POST/],
  [
    'a form of curl',
    raw(translate, new URLSearchParams(good), {}),
    415,
    'invalid_request',
    /must be application\/json/,
  ],
  ['JSON without its content type', raw(translate, '{}', {}), 415, 'invalid_request', /must be application\/json/],
  [
    'JSON in single quotes',
    raw(translate, "{'text': 'a'}"),
    400,
    'invalid_request',
    /not valid JSON: line 1, column 2/,
  ],
  ['a trailing comma', raw(translate, '{"text": "a",}'), 400, 'invalid_request', /not valid JSON: line 1, column 14/],
  ['JSON that is cut', raw(translate, '{"text": "a"'), 400, 'invalid_request', /it ends too early/],
  ['an empty body', raw(translate, ''), 400, 'invalid_request', /must be a JSON object/],

  [
    'German, which is not there',
    post(translate, { ...good, target: 'de' }),
    400,
    'invalid_language',
    /It is German.*es/,
  ],
  ['Chinese of China', post(translate, { ...good, target: 'zh-CN' }), 400, 'invalid_language', /It is Chinese.*es/],
  ['a name of a language', post(translate, { ...good, target: 'Spanish' }), 400, 'invalid_language', /is "es"/],
  ['its own name', post(translate, { ...good, target: 'español' }), 400, 'invalid_language', /"español".*is "es"/],
  ['three letters', post(translate, { ...good, target: 'spa' }), 400, 'invalid_language', /Spanish is "es"/],
  ['a country', post(translate, { ...good, target: 'es-MX' }), 400, 'invalid_language', /Spanish is "es"/],
  ['a target by itself', post(translate, { ...good, target: 'auto' }), 400, 'invalid_language', /English reaches: es/],
  ['a source by itself', post(translate, { ...good, source: 'auto' }), 400, 'invalid_language', /Without a source/],
  ['a target that is a number', post(translate, { ...good, target: 5 }), 400, 'invalid_request', /code of a language/],
  ['an empty source', post(translate, { ...good, source: '' }), 400, 'invalid_request', /left out/],
  [
    'a pair that is not there',
    post(translate, { ...good, target: 'fr' }),
    400,
    'invalid_language',
    /English reaches: es/,
  ],

  [
    'texts for text',
    post(translate, { texts: ['a'], target: 'es' }),
    422,
    'missing_required_field',
    /did you mean text/,
  ],
  [
    'target_lang',
    post(translate, { text: 'a', target_lang: 'es' }),
    422,
    'missing_required_field',
    /did you mean target/,
  ],
  [
    'several texts',
    post(translate, { ...good, text: ['a', 'b'] }),
    400,
    'invalid_request',
    /POST \/v1\/translate\/batch/,
  ],
  ['a text too long', post(translate, { ...good, text: 'a '.repeat(6_000) }), 400, 'text_too_long', /12000 .* 10000/],
  ['a domain without its number', post(translate, { ...good, domain: 'law' }), 400, 'invalid_request', /12 law/],
  ['another formality', post(translate, { ...good, formality: 'more' }), 400, 'invalid_request', /formal, informal/],
  ['another quality', post(translate, { ...good, quality: 'high' }), 400, 'invalid_request', /fast, balanced, quality/],
  [
    'true as a string',
    post(translate, { ...good, preserve_formatting: 'true' }),
    400,
    'invalid_request',
    /true or false/,
  ],
  ['a name for an id', post(translate, { ...good, glossary_id: 'terms' }), 404, 'glossary_not_found', /does not exist/],
  [
    'a glossary of another pair',
    post(translate, { text: 'La casa.', source: 'es', target: 'en', glossary_id: '{glossary}' }),
    400,
    'invalid_request',
    /is for en to es/,
  ],
  ['receipt=yes', post(`${translate}?receipt=yes`, good), 400, 'invalid_request', /receipt must be true or false/],
  ['a key of repeats in UTF-8', post(translate, good, { 'idempotency-key': 'a b' }), 400, 'invalid_request', /ASCII/],

  ['one text for a batch', post(batch, { texts: 'abc', target: 'es' }), 400, 'invalid_request', /an array of strings/],
  ['text for texts', post(batch, { text: 'abc', target: 'es' }), 422, 'missing_required_field', /did you mean texts/],
  [
    'objects for texts',
    post(batch, { texts: [{ text: 'a' }], target: 'es' }),
    400,
    'invalid_request',
    /texts\[0\] must/,
  ],
  [
    '101 texts',
    post(batch, { texts: Array(101).fill('a'), target: 'es' }),
    400,
    'invalid_request',
    /at most 100 texts/,
  ],
  ['several texts to detect', post('/v1/detect', { text: ['a', 'b'] }), 400, 'invalid_request', /one by one/],
  ['the text of another API', post('/v1/detect', { q: 'a' }), 422, 'missing_required_field', /missing or empty: text/],
  ['languages by name', get('/v1/languages?source=English'), 400, 'invalid_language', /English is "en"/],
  ['languages in full', get('/v1/languages?detail=all'), 400, 'invalid_request', /detail must be pairs/],
  [
    'an unknown filter',
    get('/v1/languages?code=en'),
    400,
    'invalid_request',
    /code is not known; there are source, target/,
  ],
  ['one format', get('/v1/formats/docx'), 404, 'not_found', /at \/docs/],
];
