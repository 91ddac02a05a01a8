import type { Download } from './download.js';
import { List } from './pages.js';
import { type CallOptions, Part, path } from './requests.js';
import type * as api from './types.js';

const root = '/v1/compliance/audit-logs';

export class AuditLogs extends Part {
  /**
   * The entries of the audit log, newest first, page by page as they are read.
   * @example
   * for await (const { id, timestamp, action, result } of client.auditLogs.list({ action: ['translate'] }))
   *   console.log(id, timestamp, action, result);
   */
  list(query: api.Query<'listAuditLogs'> = {}, options?: CallOptions): List<api.AuditEntry, api.AuditEntryList> {
    return new List(this.requests, { path: root, query }, ({ entries }) => entries, options);
  }

  /**
   * One entry, with its proof once it is signed.
   * @example const { entry, proof } = await client.auditLogs.get(entryId);
   */
  get(id: string, options?: CallOptions): api.Answered<api.AuditEntryWithProof> {
    return this.requests.get(path`/v1/compliance/audit-logs/${id}`, {}, options);
  }

  /**
   * The entries from the oldest on, as a file. NDJSON, the default, verifies offline: `@transledger/sdk/verify`. With `follow` it does not
   * end, and has each entry as it is signed.
   * @example for await (const line of (await client.auditLogs.export({ start: '2026-11-01' })).lines()) console.log(line);
   */
  export(query: api.Query<'exportAuditLog'> = {}, options?: CallOptions): Promise<Download> {
    return this.requests.file({ method: 'GET', path: `${root}/export`, query }, options);
  }

  /**
   * The exports that were made.
   * @example const [last] = await client.auditLogs.exports().first(1);
   */
  exports(
    query: api.Query<'listAuditExports'> = {},
    options?: CallOptions,
  ): List<api.AuditExport, api.AuditExportList> {
    return new List(this.requests, { path: `${root}/exports`, query }, ({ exports }) => exports, options);
  }

  /**
   * The record of one export; its id is the header `X-Export-Id` of the file.
   * @example const { entries, sha256 } = await client.auditLogs.getExport(exportId);
   */
  getExport(id: string, options?: CallOptions): api.Answered<api.AuditExport> {
    return this.requests.get(path`/v1/compliance/audit-logs/exports/${id}`, {}, options);
  }

  /**
   * The signed head of the log: the newest, or that of a size.
   * @example const { size, checkpoint } = await client.auditLogs.checkpoint();
   */
  checkpoint(query: api.Query<'getAuditLogCheckpoint'> = {}, options?: CallOptions): api.Answered<api.Checkpoint> {
    return this.requests.get(`${root}/checkpoint`, query, options);
  }

  /**
   * The proof that the log of one size begins with that of another.
   * @example const { hashes } = await client.auditLogs.consistency({ from: 1, to: 2 });
   */
  consistency(query: api.Query<'getAuditLogConsistency'>, options?: CallOptions): api.Answered<api.ConsistencyProof> {
    return this.requests.get(`${root}/consistency`, query, options);
  }

  /**
   * The keys that the log was signed with.
   * @example const { keys } = await client.auditLogs.keys();
   */
  keys(options?: CallOptions): api.Answered<api.LogKeyList> {
    return this.requests.get(`${root}/keys`, {}, options);
  }

  /**
   * The proof that an entry is in the log.
   * @example const { leaf_index, checkpoint } = await client.auditLogs.proof(entryId);
   */
  proof(
    id: string,
    query: api.Query<'getAuditLogProof'> = {},
    options?: CallOptions,
  ): api.Answered<api.InclusionProof> {
    return this.requests.get(path`/v1/compliance/audit-logs/${id}/proof`, query, options);
  }

  /**
   * Entry and proof in one, which verifies offline: `verifyReceipt` of `@transledger/sdk/verify`.
   * @example const receipt = await client.auditLogs.receipt(entryId);
   */
  receipt(id: string, options?: CallOptions): Promise<api.Receipt> {
    return this.requests.json({ method: 'GET', path: path`/v1/compliance/audit-logs/${id}/receipt` }, options);
  }

  /**
   * A tile of the log, as C2SP `tlog-tiles` names it: `tile/0/000.p/3`, `tile/entries/000`; or `checkpoint`, the signed note alone.
   * @example const note = await (await client.auditLogs.tile('checkpoint')).text();
   */
  tile(place: string, options?: CallOptions): Promise<Download> {
    const parts = place.split('/').map((part) => path`/${part}`);
    return this.requests.file({ method: 'GET', path: `${root}/tlog${parts.join('')}` }, options);
  }
}
