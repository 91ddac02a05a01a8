import { isIP } from 'node:net';
import { lineText } from '#libs/platform/line-text/line-text.js';
import { serviceVersion } from '#libs/platform/process/service-version.js';
import type { EntryFormat, ExportedEntry } from './entry-format.js';

/** Classes of OCSF by uid, with their categories. */
const authentication = { class_uid: 3002, class_name: 'Authentication', category_uid: 3 };
const entityManagement = { class_uid: 3004, class_name: 'Entity Management', category_uid: 3 };
const apiActivity = { class_uid: 6003, class_name: 'API Activity', category_uid: 6 };

const version = serviceVersion();

const informational = 1;
const success = 1;
const failure = 2;
const logon = 1;
const other = 99;

/** Activities that both kinds of class number alike, by how the names of actions end. */
const activities: readonly (readonly [RegExp, number])[] = [
  [/_(?:create|upload|place)$/, 1],
  [/_(?:download|export|access)$/, 2],
  [/_(?:update|rotate|transfer|change|suspend|resume|disable|lift)$/, 3],
  [/_(?:delete|revoke|erase)$/, 4],
];

const activityOf = (action: string): number => activities.find(([names]) => names.test(action))?.[1] ?? other;

const userOf = ({ user_id, key_id }: ExportedEntry) => ({
  uid: user_id,
  ...(key_id !== null && { credential_uid: key_id }),
});

/** An address as an endpoint, with an `ip` unless it is no address of IP, such as an erased one. */
const endpointOf = ({ ip_address }: ExportedEntry) =>
  isIP(ip_address) === 0 ? { uid: ip_address || 'unknown' } : { ip: ip_address };

const textIn = (metadata: ExportedEntry['metadata'], name: string): string | undefined => {
  const value = metadata[name];
  return typeof value === 'string' ? value : undefined;
};

const specificsOf = (
  entry: ExportedEntry,
): { class_uid: number; activity_id: number; [attribute: string]: unknown } => {
  const { action, resource, resource_id, metadata } = entry;
  const activity_id = action === 'user_login' ? logon : activityOf(action);
  const name = textIn(metadata, 'filename') ?? textIn(metadata, 'name');
  const thing = { uid: resource_id, type: resource, ...(name !== undefined && { name }) };
  if (action === 'user_login') {
    return { ...authentication, activity_id, user: userOf(entry), service: { name: 'Transledger' } };
  }
  if (action !== 'request_refused' && (resource === 'user' || resource === 'api_key')) {
    return { ...entityManagement, activity_id, entity: thing };
  }
  const { status } = metadata;
  const error = textIn(metadata, 'code');
  const response = {
    ...(typeof status === 'number' && { code: status }),
    ...(error !== undefined && { error }),
  };
  return {
    ...apiActivity,
    activity_id,
    api: {
      operation: action,
      request: { uid: entry.request_id },
      ...(Object.keys(response).length > 0 && { response }),
    },
    resources: [thing],
  };
};

/** An entry as an event of OCSF 1.8; what that has no place for is in `unmapped`. */
export const ocsfEventOf = (entry: ExportedEntry) => {
  const specifics = specificsOf(entry);
  const { class_uid, activity_id } = specifics;
  const { action, resource, resource_id, result, metadata, key_name } = entry;
  const method = textIn(metadata, 'method');
  return {
    ...specifics,
    type_uid: class_uid * 100 + activity_id,
    ...(activity_id === other && { activity_name: action }),
    time: Date.parse(entry.timestamp),
    severity_id: informational,
    status_id: result === 'success' ? success : failure,
    status: result === 'success' ? 'Success' : 'Failure',
    ...(result !== 'success' && {
      status_detail: result === 'denied' ? 'denied' : (textIn(metadata, 'code') ?? result),
    }),
    message: `${action} ${resource} ${resource_id}: ${result}`,
    metadata: {
      version: '1.8.0',
      product: { name: 'Transledger', vendor_name: 'Transledger', version },
      uid: entry.id,
      sequence: entry.leaf_index,
      log_name: 'audit log',
      tenant_uid: entry.organization_id,
      event_code: action,
      correlation_uid: entry.request_id,
    },
    actor: { user: userOf(entry) },
    src_endpoint: endpointOf(entry),
    http_request: {
      uid: entry.request_id,
      user_agent: entry.user_agent,
      ...(method !== undefined && { http_method: method }),
    },
    unmapped: { ...metadata, ...(key_name !== null && { key_name }) },
  };
};

export const ocsf: EntryFormat = {
  mediaType: 'application/x-ndjson; charset=utf-8',
  extension: 'ocsf.ndjson',
  head: '',
  line: (entry) => `${lineText(JSON.stringify(ocsfEventOf(entry)))}\n`,
};
