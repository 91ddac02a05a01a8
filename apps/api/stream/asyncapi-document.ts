import { errorCatalogue } from '#libs/domain/errors/error-catalogue.js';
import { euroVocDomains } from '#libs/domain/euro-voc.js';
import { maxFrameBytes, streamPath } from '../http/stream-upgrade.js';
import { formalities, qualities } from '../text/translate/translate.dto.js';
import { maxIdLength } from './client-frames.dto.js';

type Schema = Record<string, unknown>;

const text = (description: string): Schema => ({ type: 'string', description });
const count = (description: string): Schema => ({ type: 'integer', minimum: 0, description });
const id: Schema = {
  type: 'string',
  minLength: 1,
  maxLength: maxIdLength,
  description: "The caller's name for a translation. It comes back with all that answers it.",
};
const connectionId = text('`con_…`, by which what was in flight can be resumed.');
const requestId = text('`req_…`, as in the audit log.');

/** The schema of a frame: its type, its other fields and which of them are always present. */
const message = (type: string, summary: string, properties: Schema, required: readonly string[]) => ({
  name: type,
  title: type,
  summary,
  contentType: 'application/json',
  payload: {
    title: schemaName(type),
    type: 'object',
    description: summary,
    required: ['type', ...required],
    properties: { type: { type: 'string', const: type, description: `\`${type}\`.` }, ...properties },
    additionalProperties: true,
  },
});

/** Name of the schema of a frame, by which generators name its type. */
const schemaName = (type: string): string => `${type.charAt(0).toUpperCase()}${type.slice(1)}Frame`;

const choice = (title: string, values: readonly string[]): Schema => ({ title, type: 'string', enum: [...values] });

/** Schemas of values within frames. */
const values: Record<string, Schema> = {
  FrameWarning: {
    title: 'FrameWarning',
    type: 'object',
    required: ['code', 'message'],
    properties: { code: text('`unknown_field`.'), message: text('For people.') },
  },
  UsedGlossary: {
    title: 'UsedGlossary',
    type: 'object',
    required: ['id', 'version', 'applied'],
    properties: {
      id: text('Id of the glossary.'),
      version: count('Its version.'),
      applied: {
        type: 'array',
        items: { $ref: '#/components/schemas/AppliedTerm' },
        description: 'Terms that were found in the text.',
      },
    },
  },
  AppliedTerm: {
    title: 'AppliedTerm',
    type: 'object',
    required: ['source', 'target', 'count'],
    properties: { source: text('The source term.'), target: text('Its target.'), count: count('How often.') },
  },
  TextDomain: choice('TextDomain', euroVocDomains),
  Formality: choice('Formality', formalities),
  Quality: { ...choice('Quality', qualities), default: 'balanced' },
  ErrorCode: choice('ErrorCode', Object.keys(errorCatalogue)),
  ErrorDetails: { title: 'ErrorDetails', type: 'object', additionalProperties: true },
};

const named = (name: string, description: string): Schema => ({ $ref: `#/components/schemas/${name}`, description });

const warnings: Schema = {
  type: 'array',
  items: { $ref: '#/components/schemas/FrameWarning' },
  description: 'Fields of the frame that were ignored; absent when there are none.',
};

/** Both sides may send these; nothing but the connection depends on them. */
const keepAlive = {
  ping: message('ping', 'Keeps the connection alive. A client’s is answered by `pong`; the service’s may be.', {}, []),
  pong: message('pong', 'Answers `ping`.', {}, []),
};

const fromClient = {
  auth: message(
    'auth',
    'Authenticates the connection; the first frame.',
    { api_key: text('An API key: tl_live_…; left out by a page of ours whose browser sent the cookie of a session.') },
    [],
  ),
  translate: message(
    'translate',
    'Asks for a translation.',
    {
      text: text('Text to translate; at most 10,000 characters (Unicode code points).'),
      target: text('Target language, ISO 639-1.'),
      stream: { type: 'boolean', default: true, description: 'False: the translation comes whole, with `complete`.' },
      source: text('Source language, ISO 639-1; detected when omitted.'),
      domain: named('TextDomain', 'EuroVoc domain, number and name.'),
      formality: named('Formality', 'Has an effect where the language supports it.'),
      glossary_id: text('Glossary to use.'),
      quality: named('Quality', 'Picks the model.'),
      id,
    },
    ['text', 'target'],
  ),
  cancel: message('cancel', 'Stops a translation.', { id }, ['id']),
  resume: message(
    'resume',
    'Goes on with a translation of a connection that broke, within 60 s.',
    { connection_id: connectionId, id, index: count('The first token wanted.') },
    ['connection_id', 'id', 'index'],
  ),
  ...keepAlive,
};

const fromService = {
  authenticated: message(
    'authenticated',
    'The key or the session was accepted.',
    { organization_id: text('`org_…`'), connection_id: connectionId, warnings },
    ['organization_id', 'connection_id'],
  ),
  token: message(
    'token',
    'A piece of the translation; joined in the order of their indexes the pieces are it.',
    { token: text('May be white space alone.'), index: count('From 0.'), id },
    ['token', 'index'],
  ),
  complete: message(
    'complete',
    'The translation is finished.',
    {
      id,
      source_language: text('The source that was given, or else the detected one.'),
      target_language: text('ISO 639-1.'),
      word_count: count('Words of the source text.'),
      character_count: count('Unicode code points of the source text.'),
      confidence: { type: 'number', minimum: 0, maximum: 1, description: 'Confidence of the engine.' },
      model: text('Name of the model.'),
      model_sha256: {
        type: 'array',
        items: text('SHA-256, hex.'),
        description:
          'SHA-256 of each model that was used, in the order of first use; empty where the engine has no weights of its own.',
      },
      cached: { type: 'boolean', description: 'Whether it was translated before.' },
      route: { type: 'array', items: { type: 'string' }, description: 'Languages passed through on a pivot.' },
      glossary: named('UsedGlossary', 'The glossary that was used.'),
      translation: text('Only with `stream: false`.'),
      warnings,
      request_id: requestId,
    },
    [
      'source_language',
      'target_language',
      'word_count',
      'character_count',
      'confidence',
      'model',
      'model_sha256',
      'cached',
      'request_id',
    ],
  ),
  cancelled: message('cancelled', 'The translation was stopped by `cancel`.', { id }, ['id']),
  error: message(
    'error',
    'What was asked for was refused or failed; with an `id` it ends that translation.',
    {
      code: named('ErrorCode', 'A stable code, for programs.'),
      message: text('For people.'),
      status: { type: 'integer', description: 'The HTTP status that the code has.' },
      details: named('ErrorDetails', 'Messages for each field at fault, or facts of the code.'),
      id,
      request_id: requestId,
    },
    ['code', 'message', 'status', 'request_id'],
  ),
  ...keepAlive,
};

const references = (path: string, messages: object) =>
  Object.keys(messages).map((name) => ({ $ref: `#/${path}/${name}` }));

const ofChannel = 'channels/stream/messages';

const operation = (action: 'send' | 'receive', summary: string, messages: object) => ({
  action,
  summary,
  channel: { $ref: '#/channels/stream' },
  messages: references(ofChannel, messages),
});

/** The AsyncAPI 3.0 document of the stream. Actions are the service's: it receives what a client sends. */
export const asyncApiDocument = (publicUrl: string, version: string) => {
  const { host, pathname, protocol } = new URL(publicUrl);
  const messages = { ...fromClient, ...fromService };
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Transledger stream',
      version,
      description: 'Translations over a WebSocket, token by token. Frames are JSON text, told apart by `type`.',
    },
    defaultContentType: 'application/json',
    servers: {
      api: { host, protocol: protocol === 'https:' ? 'wss' : 'ws', ...(pathname === '/' ? {} : { pathname }) },
    },
    channels: {
      stream: {
        address: streamPath,
        description: `One connection, any number of translations. A frame of a client has at most ${maxFrameBytes} bytes.`,
        servers: [{ $ref: '#/servers/api' }],
        messages: Object.fromEntries(
          Object.keys(messages).map((name) => [name, { $ref: `#/components/messages/${name}` }]),
        ),
      },
    },
    operations: {
      fromClient: operation('receive', 'What a client sends.', fromClient),
      toClient: operation('send', 'What the service sends.', fromService),
    },
    components: {
      messages: Object.fromEntries(
        Object.entries(messages).map(([type, frame]) => [
          type,
          { ...frame, payload: { $ref: `#/components/schemas/${schemaName(type)}` } },
        ]),
      ),
      schemas: {
        ...Object.fromEntries(Object.values(messages).map(({ name, payload }) => [schemaName(name), payload])),
        ...values,
      },
    },
  };
};
