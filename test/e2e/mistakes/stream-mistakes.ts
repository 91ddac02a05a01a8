/** A mistake, the frames that were sent behind `auth`, the code of the answer, and the words that its message must have. */
export type StreamMistake = readonly [what: string, frames: readonly (object | string)[], code: string, says: RegExp];

const good = { type: 'translate', text: 'The house is big.', source: 'en', target: 'es' };

export const streamMistakes: readonly StreamMistake[] = [
  ['no JSON', ['hello'], 'invalid_request', /not valid JSON: line 1, column 1/],
  ['no type', [{ text: 'a', target: 'es' }], 'invalid_request', /auth, translate/],
  ['a type that is none', [{ ...good, type: 'translation' }], 'invalid_request', /pong; did you mean translate\?/],
  [
    'the type by another name',
    [{ ...good, type: undefined, typ: 'translate' }],
    'invalid_request',
    /did you mean type/,
  ],
  ['no text', [{ type: 'translate', target: 'es' }], 'missing_required_field', /text/],
  [
    'target_lang',
    [{ type: 'translate', text: 'a', target_lang: 'es' }],
    'missing_required_field',
    /did you mean target/,
  ],
  ['several texts', [{ ...good, text: ['a', 'b'] }], 'invalid_request', /one string/],
  [
    'several targets',
    [{ ...good, target: ['es', 'ca'] }],
    'invalid_request',
    /target must be the code of one language/,
  ],
  ['German, which is not there', [{ ...good, target: 'de' }], 'invalid_language', /It is German/],
  ['auth twice', [{ type: 'auth', api_key: 'x' }], 'invalid_request', /authenticated already/],
  ['a cancel of nothing', [{ type: 'cancel' }], 'missing_required_field', /id/],
  ['a resume of nothing', [{ type: 'resume' }], 'missing_required_field', /connection_id/],
  [
    'a resume too late',
    [{ type: 'resume', connection_id: 'con_x', id: '1', index: 0 }],
    'not_found',
    /translate again/,
  ],
  [
    'an id twice',
    [
      { ...good, id: '1' },
      { ...good, id: '1' },
    ],
    'conflict',
    /with this id is in flight/,
  ],
  ['an id of a number', [{ ...good, id: 1 }], 'invalid_request', /id must be/],
];

/** A mistake, the first frame, the code of the answer before the connection is closed, and the words that its message must have. */
export const firstFrames: readonly (readonly [what: string, frame: object, code: string, says: RegExp])[] = [
  ['a translation first', good, 'missing_api_key', /first frame must be auth/],
  ['no key', { type: 'auth' }, 'missing_api_key', /no api_key/],
  ['the key under another name', { type: 'auth', token: 'x' }, 'missing_api_key', /no api_key/],
  [
    'the key as apiKey',
    { type: 'auth', apiKey: 'x' },
    'missing_api_key',
    /apiKey is not known: did you mean api_key\?/,
  ],
  ['Bearer before the key', { type: 'auth', api_key: 'Bearer tl_live_x' }, 'invalid_api_key', /without "Bearer"/],
  ['a key that is none', { type: 'auth', api_key: 'sk-abc' }, 'invalid_api_key', /tl_live_.* 38 letters/],
];
