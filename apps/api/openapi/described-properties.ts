import type { OpenAPIObject } from '@nestjs/swagger';
import { mapOperations, type Operation } from './map-operations.js';

type Schemas = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>;
type Schema = Schemas[string];
type Plain = Exclude<Schema, { $ref: string }>;
type Parameter = NonNullable<Operation['parameters']>[number];

/** Descriptions of properties that mean the same wherever they stand, by name. */
const everywhere: Readonly<Record<string, string>> = {
  action: 'The act.',
  algorithm: 'Algorithm of the signature.',
  api_keys: 'API keys, newest first; never the keys themselves.',
  applied: 'Terms that were found in the text, with how often.',
  articles: 'Articles or clauses that the certification is about.',
  attempt: 'Number of the attempt, from 1.',
  attempted_at: 'Time of the attempt.',
  available: 'Whether this installation reads the format.',
  began_at: 'Time at which it began.',
  cached: 'Whether the translation came from the cache.',
  certificate_id: 'Number of the certificate.',
  certifications: 'Certifications of the organization.',
  characters: 'Unicode code points.',
  characters_per_day: 'Characters that may be translated on a UTC day.',
  code: 'A stable code, for programs.',
  completed_at: 'Time at which it was completed; null until then.',
  concurrent_requests: 'Requests that may be in flight at the same time.',
  confidence: 'From 0 to 1.',
  connections: 'Connections of the stream that may be open.',
  cosignatures: 'Cosignatures of witnesses, as signed notes have them.',
  count: 'How often.',
  created_at: 'Time at which it was created.',
  current: 'The password until now.',
  data: 'The data of the answer.',
  data_residency: 'Where data are kept.',
  deleted_at: 'Time at which it was deleted; null while it is there.',
  details: 'Messages for each field at fault, or facts of the code.',
  document_id: 'Id of the document.',
  documents: 'Documents.',
  domain: 'EuroVoc domain, number and name; `general` where none was given.',
  email: 'E-mail address.',
  encryption: 'Cipher of files at rest.',
  end: 'End of the period.',
  ended_at: 'Time at which it ended; null until then.',
  endpoint: 'Endpoint of the acts.',
  entries: 'Entries.',
  entry: 'The entry.',
  entry_count: 'Number of entries.',
  entry_id: 'Id of the audit log entry.',
  erasures: 'Erasures, newest first.',
  error: 'The error.',
  event: 'The event.',
  events: 'Events.',
  expected_date: 'Day on which it is expected; null where none is.',
  expires_at: 'Time at which it ends; null where it does not.',
  export_id: 'Id of the export.',
  exports: 'Exports, newest first.',
  extensions: 'Extensions of files, without the dot.',
  field: 'Name of the field.',
  filename: 'Name of the file.',
  filters: 'Filters that were given.',
  follow: 'Whether it went on with new entries.',
  format: 'Format of the file.',
  format_options: 'Options of single formats.',
  formats: 'Formats.',
  from: 'Entries of the earlier tree.',
  glossaries: 'Glossaries, newest first.',
  has_more: 'Whether there is another page.',
  holds: 'Legal holds, newest first.',
  id: 'Its id.',
  invite_expires_at: 'Time at which the invite ends; null for a user who has come.',
  ip_address: 'Address that the request came from; `[erased]` once it was erased.',
  ip_allowlist: 'Addresses and ranges that the key may be used from; empty for all.',
  key_id: 'Id of the key; null for a signed-in user.',
  keys: 'Keys.',
  language: 'ISO 639-1.',
  language_name: 'English name of the language.',
  languages: 'Languages.',
  last_used_at: 'Time of the last use; null before the first.',
  level: 'Level of the certification.',
  lifted_at: 'Time at which it was lifted; null while it holds.',
  limit: 'Most entries of a page.',
  limits: 'Limits of the tier.',
  locations: 'Places of the data.',
  max_bytes: 'Largest file, in bytes.',
  media_types: 'Media types; the first is sent.',
  message: 'For people; it may change.',
  meta: 'Facts about the answer.',
  metadata: 'Facts of the act.',
  model: 'Name of the model.',
  model_sha256:
    'SHA-256 of each model that was used, in the order of first use, hex; empty where the engine has no weights of its own.',
  name: 'Its name.',
  native_name: 'Name of the language in itself.',
  new: 'The new password.',
  next_attempt_at: 'Time of the next attempt; null where none follows.',
  next_cursor: '`cursor` of the next page; null on the last.',
  offset: 'Entries that were passed over.',
  options: 'Options; those that are left out are as the first translation had them.',
  organization_id: 'Id of the organization.',
  outcome: 'Result of the attempt.',
  page_count: 'Pages, slides or sheets; of formats without, started 1,800-character pages.',
  pagination: 'Where the page stands in the list.',
  part: 'Part of the file.',
  password: 'The password.',
  period: 'The period.',
  placed_at: 'Time at which it was placed.',
  processing_time_ms: 'Milliseconds that the service took.',
  progress: 'Share that is done, in percent; it never goes back.',
  reason: 'The reason.',
  region: 'Region of the data.',
  report_period: 'Period that the report of the auditor is about.',
  reports: 'Reports, newest first.',
  request_id: 'Id of the request, as in the audit log.',
  requested_at: 'Time at which it was requested.',
  resource: 'Kind of resource.',
  resource_id: 'Id of the resource.',
  result: '`success`, `failure`, or `denied` for want of a right.',
  retention: 'How long things are kept.',
  role: 'Role of the user.',
  scopes: 'Scopes of the key.',
  script: 'Writing system.',
  section: 'The part that the page is of.',
  segments: 'Counts of segments.',
  signed_at: 'Time of the signature.',
  size_bytes: 'Bytes of the file.',
  skipped: 'Texts that stayed as they were, with the reason.',
  source: 'The source.',
  source_language: 'Source language, ISO 639-1.',
  standard: 'Name of the standard.',
  start: 'Beginning of the period.',
  status: 'Where it stands.',
  subject: 'The data subject.',
  supported_directions: 'Whether it can be translated to, from, or both.',
  supports_formality: 'Whether `formality` has an effect.',
  supports_domain: 'Whether `domain` has an effect.',
  target: 'The target.',
  target_language: 'Target language, ISO 639-1 or one of its variants.',
  text: 'The text.',
  tier: 'Tier of the organization.',
  timestamp: 'Time of the act.',
  to: 'Entries of the later tree.',
  total: 'Number of all entries that match.',
  translated: 'Segments that were translated.',
  translation: 'The translation.',
  type: 'Its kind.',
  unavailable_reason: 'The reason why it cannot be read here; null where it can.',
  updated_at: 'Time of the last change.',
  url: 'Address that messages are sent to.',
  user: 'The user.',
  user_id: 'Id of the user who acted.',
  user_agent: 'What the client said of itself; `[erased]` once the address was erased.',
  users: 'Users.',
  valid_from: 'Time from which it signs; of the first key that of the first entry. Null where no entry can be read.',
  valid_until: 'Time until which it signed; null for the key that signs now.',
  value: 'The value.',
  verified_at: 'Time of the certificate; null where there is none yet.',
  version: 'Version, from 1.',
  warnings: 'What its caller should know.',
  webhook_deliveries: 'How long messages of webhooks are kept.',
  webhooks: 'Webhooks, newest first.',
  word_count: 'Words of the source text.',
};

/** Whether any value will do: Nest writes no schema without a type, and generators make nothing of `anyOf: [{}]`. */
const isAny = ({ anyOf = [] }: Plain): boolean =>
  anyOf.length === 1 && anyOf.every((alternative) => Object.keys(alternative).length === 0);

const withoutAlternatives = ({ anyOf: _any, ...schema }: Plain): Plain => schema;

/** Adds to properties without a description the one that their name has. What stands at a property itself comes first. */
const described = (given: Schema): Schema => {
  if ('$ref' in given) return given;
  const schema = isAny(given) ? withoutAlternatives(given) : given;
  const properties = Object.entries(schema.properties ?? {}).map(([name, property]) => {
    const inner = described(property);
    if ('description' in inner || everywhere[name] === undefined) return [name, inner];
    return [name, { ...inner, description: everywhere[name] }];
  });
  const items = schema.items === undefined ? {} : { items: described(schema.items) };
  return { ...schema, ...(properties.length === 0 ? {} : { properties: Object.fromEntries(properties) }), ...items };
};

const withDescription = (parameter: Parameter): Parameter =>
  '$ref' in parameter || parameter.description !== undefined
    ? parameter
    : { ...parameter, ...(everywhere[parameter.name] && { description: everywhere[parameter.name] }) };

/** Describes every property of the document's schemas, and every parameter. */
export const withDescribedProperties = (document: OpenAPIObject): OpenAPIObject => {
  const schemas = Object.entries(document.components?.schemas ?? {}).map(([name, schema]) => [name, described(schema)]);
  const paths = mapOperations(document.paths, (operation) =>
    operation.parameters === undefined
      ? operation
      : { ...operation, parameters: operation.parameters.map(withDescription) },
  );
  return { ...document, paths, components: { ...document.components, schemas: Object.fromEntries(schemas) } };
};
