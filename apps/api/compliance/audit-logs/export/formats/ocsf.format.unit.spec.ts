import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { auditActions, auditResources, auditResults } from '#libs/domain/audit/audit-vocabulary.js';
import { exportedEntry } from './exported-entry.fixture.js';
import { ocsf, ocsfEventOf } from './ocsf.format.js';

interface Attribute {
  type: string;
  requirement: 'required' | 'recommended' | 'optional' | null;
  is_array?: true;
  enum?: Record<string, string>;
}
interface Shape {
  attributes: Record<string, Attribute>;
  constraints?: { at_least_one?: string[] };
}
interface Schema {
  types: Record<string, { type?: string; max_len?: number }>;
  classes: Record<string, Shape & { uid: number; category_uid: number }>;
  objects: Record<string, Shape>;
}

const schema: Schema = JSON.parse(readFileSync(join(import.meta.dirname, 'ocsf-1.8.0.fixture.json'), 'utf8'));

const isOfType = (type: string, value: unknown): boolean => {
  if (type === 'ip_t') return typeof value === 'string' && isIP(value) !== 0;
  const basic = schema.types[type]?.type ?? type;
  if (basic === 'string_t') {
    const { max_len = Number.POSITIVE_INFINITY } = schema.types[type] ?? {};
    return typeof value === 'string' && value.length <= max_len;
  }
  if (basic === 'integer_t' || basic === 'long_t') return Number.isSafeInteger(value);
  return basic === 'boolean_t' && typeof value === 'boolean';
};

/** Each part of a value that breaks the schema, by its path. */
const problemsOf = (shape: Shape, value: Record<string, unknown>, path: string): string[] => {
  const { attributes, constraints: { at_least_one: oneOf } = {} } = shape;
  const missing = Object.entries(attributes)
    .filter(([name, { requirement }]) => requirement === 'required' && !(name in value))
    .map(([name]) => `${path}.${name} is missing`);
  const none = oneOf && !oneOf.some((name) => name in value) ? [`${path} has none of ${oneOf}`] : [];
  const wrong = Object.entries(value).flatMap(([name, given]) => {
    const attribute = attributes[name];
    if (attribute === undefined) return [`${path}.${name} is unknown`];
    const { type, is_array, enum: values } = attribute;
    if (is_array !== Array.isArray(given) && (is_array || Array.isArray(given))) return [`${path}.${name} is no array`];
    if (name === 'unmapped') return [];
    return [given].flat().flatMap((item) => {
      const object = schema.objects[type];
      if (object !== undefined) return problemsOf(object, item as Record<string, unknown>, `${path}.${name}`);
      if (values !== undefined && name.endsWith('_id') && values[String(item)] === undefined)
        return [`${path}.${name} has no value ${item}`];
      return isOfType(type, item) ? [] : [`${path}.${name} is no ${type}`];
    });
  });
  return [...missing, ...none, ...wrong];
};

const problems = (event: Record<string, unknown>): string[] => {
  const found = Object.values(schema.classes).find(({ uid }) => uid === event.class_uid);
  if (found === undefined) return ['the class is unknown'];
  const wrongNumbers =
    event.category_uid === found.category_uid && event.type_uid === found.uid * 100 + Number(event.activity_id)
      ? []
      : ['category or type'];
  return [...problemsOf(found, event, ''), ...wrongNumbers];
};

describe('the audit log as OCSF', () => {
  it('every action, resource and result makes an event that the schema of 1.8.0 accepts', () => {
    const entries = auditActions.flatMap((action) =>
      auditResources.flatMap((resource) => auditResults.map((result) => exportedEntry({ action, resource, result }))),
    );
    expect(entries.flatMap((entry) => problems(ocsfEventOf(entry)))).toEqual([]);
  });

  it('so do erased values, no key, and the facts of a refusal', () => {
    const erased = {
      user_id: '[erased]',
      ip_address: '[erased]',
      user_agent: '[erased]',
      key_id: null,
      key_name: null,
    };
    const metadata = { code: 'insufficient_scope', status: 403, method: 'GET', route: '/v1/languages' };
    const event = ocsfEventOf(
      exportedEntry({ ...erased, metadata, action: 'request_refused', resource: 'api_key', result: 'denied' }),
    );
    expect(problems(event)).toEqual([]);
    expect(event).toMatchObject({
      class_uid: 6003,
      activity_id: 99,
      activity_name: 'request_refused',
      status_id: 2,
      status_detail: 'denied',
      src_endpoint: { uid: '[erased]' },
      api: { operation: 'request_refused', response: { code: 403, error: 'insufficient_scope' } },
      http_request: { http_method: 'GET' },
    });
  });

  it('the validation of this spec finds what is wrong', () => {
    const event = ocsfEventOf(exportedEntry());
    expect(problems({ ...event, severity_id: 77, time: 'now', stranger: 1, src_endpoint: {} })).toHaveLength(4);
    const { metadata: _, ...without } = event;
    expect(problems(without)).toEqual(['.metadata is missing']);
  });

  it.each([
    ['user_login', 'user', 3002, 1],
    ['user_create', 'user', 3004, 1],
    ['api_key_create', 'api_key', 3004, 1],
    ['api_key_rotate', 'api_key', 3004, 3],
    ['api_key_revoke', 'api_key', 3004, 4],
    ['translate', 'text', 6003, 99],
    ['document_upload', 'document', 6003, 1],
    ['document_download', 'document', 6003, 2],
    ['settings_change', 'organization', 6003, 3],
    ['document_delete', 'document', 6003, 4],
  ] as const)('the action %s of %s is of class %i, activity %i', (action, resource, class_uid, activity_id) => {
    const entry = exportedEntry({ action: action as 'translate', resource });
    expect(ocsfEventOf(entry)).toMatchObject({ class_uid, activity_id, type_uid: class_uid * 100 + activity_id });
  });

  it('an entry is one line', () => {
    expect(JSON.parse(ocsf.line(exportedEntry({ user_agent: 'two\nlines' })))).toMatchObject({
      http_request: { user_agent: 'two\nlines' },
      unmapped: { word_count: 2, key_name: 'build server' },
    });
  });
});
