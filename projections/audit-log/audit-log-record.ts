import { filenameField } from '#libs/audit/audit-entry.js';
import type { ListedEntry } from '#libs/audit/listed-entry.js';
import type { SubjectKeys } from '#libs/ports/key-vault/subjects/subject-keys.port.js';
import {
  type Opened,
  openLayers,
  type SealedLayers,
  saltIn,
  textIn,
} from '#libs/read-side/read-models/personal-data.js';
import type { AuditLogEntity } from './audit-log.entity.js';

/** The opening of the commitment to a field, which is the SHA-256 of the salt (base64) and the value's canonical JSON. */
export interface AuditOpening {
  field: string;
  value: string;
  salt: string;
}

/** An entry as its organization reads it; personal data of an erased subject are `[erased]`. */
export interface AuditLogRecord extends ListedEntry {
  /** Values of personal fields with the salts of their commitments; none of what was erased. */
  openings: AuditOpening[];
}

const columns = [
  'number',
  'id',
  'occurred_at',
  'action',
  'resource',
  'resource_id',
  'result',
  'request_id',
  'metadata',
  'sealed_client',
  'sealed_name',
  'subject',
  'api_key_id',
  'address_subject',
] as const satisfies readonly (keyof AuditLogEntity)[];

/** Columns of a record, for a `select` from `read_model.audit_log entry`. */
export const columnsOfRecord = `${columns.map((column) => `entry.${column}`).join(', ')},
  (select name from read_model.api_key where id = entry.api_key_id) as key_name`;

export type RecordRow = Pick<AuditLogEntity, (typeof columns)[number]> & { key_name: string | null };

const sealedIn = ({ subject, address_subject, sealed_client, sealed_name }: RecordRow): SealedLayers[] => [
  { subject, sealed: sealed_client, innerSubject: address_subject },
  ...(sealed_name === null ? [] : [{ subject, sealed: sealed_name, innerSubject: null }]),
];

/** Fields with a value and the salt of its commitment. */
const openingsOf = (
  fields: readonly (readonly [field: string, name: string, opened: Opened | undefined])[],
): AuditOpening[] =>
  fields.flatMap(([field, name, opened]) => {
    const salt = saltIn(opened, name);
    return salt === undefined ? [] : [{ field, value: textIn(opened, name), salt }];
  });

/** Opens the sealed parts of all entries with one look-up of keys for each layer. */
export const openEntries = async (
  subjectKeys: Pick<SubjectKeys, 'openMany'>,
  rows: readonly RecordRow[],
): Promise<AuditLogRecord[]> => {
  const opened = (await openLayers(subjectKeys, rows.flatMap(sealedIn))).values();
  return rows.map((row) => {
    const client = opened.next().value;
    const name = row.sealed_name === null ? undefined : opened.next().value;
    return {
      id: row.id,
      timestamp: row.occurred_at,
      action: row.action,
      resource: row.resource,
      resource_id: row.resource_id,
      user_id: textIn(client?.outer, 'user_id'),
      key_id: row.api_key_id,
      key_name: row.key_name,
      ip_address: textIn(client?.inner, 'ip_address'),
      user_agent: textIn(client?.inner, 'user_agent'),
      request_id: row.request_id,
      metadata: name === undefined ? row.metadata : { ...row.metadata, filename: textIn(name.outer, 'filename') },
      result: row.result,
      openings: openingsOf([
        ['user_id', 'user_id', client?.outer],
        ['ip_address', 'ip_address', client?.inner],
        ['user_agent', 'user_agent', client?.inner],
        [filenameField, 'filename', name?.outer],
      ]),
    };
  });
};
