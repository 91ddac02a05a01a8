import type { Download } from './download.js';
import { Job } from './job.js';
import { List } from './pages.js';
import { type CallOptions, Part, path } from './requests.js';
import type * as api from './types.js';

const root = '/v1/compliance';

export class Reports extends Part {
  /**
   * Orders a report.
   * @returns the job, whose `id` is the report's
   * @example
   * const job = await client.reports.create({ type: 'audit', format: 'csv', period: { start: '2026-11-01', end: '2026-11-30' } });
   * const csv = await (await job.download()).text();
   */
  async create(report: api.ReportRequest, options?: CallOptions): Promise<Job<api.Report>> {
    const call = { method: 'POST', path: `${root}/reports`, body: report, creates: true } as const;
    const begun = await this.requests.data<api.Report>(call, options);
    return this.resume(begun.id, begun);
  }

  /**
   * The job of a report that was ordered before. It asks nothing yet.
   * @example const { size_bytes } = await client.reports.resume(reportId).result();
   */
  resume(id: string, begun?: api.Answer<api.Report>): Job<api.Report> {
    const state = path`/v1/compliance/reports/${id}`;
    return new Job(this.requests, id, { state, download: `${state}/download` }, begun);
  }

  /**
   * One report.
   * @example const { status, progress } = await client.reports.get(reportId);
   */
  get(id: string, options?: CallOptions): api.Answered<api.Report> {
    return this.requests.get(path`/v1/compliance/reports/${id}`, {}, options);
  }

  /**
   * The reports, newest first.
   * @example const [newest] = await client.reports.list({ type: 'audit' }).first(1);
   */
  list(query: api.Query<'listReports'> = {}, options?: CallOptions): List<api.Report, api.ReportList> {
    return new List(this.requests, { path: `${root}/reports`, query }, ({ reports }) => reports, options);
  }

  /**
   * The file of a report that is completed.
   * @example const { filename, body } = await client.reports.download(reportId);
   */
  download(id: string, options?: CallOptions): Promise<Download> {
    return this.requests.file({ method: 'GET', path: path`/v1/compliance/reports/${id}/download` }, options);
  }
}

export class Holds extends Part {
  /**
   * Keeps a resource, a subject's data or a period from deletion.
   * @example const hold = await client.holds.place({ resource: 'document', resource_id: documentId, reason: 'Case 12' });
   */
  place(hold: api.HoldRequest, options?: CallOptions): api.Answered<api.Hold> {
    return this.requests.data({ method: 'POST', path: `${root}/holds`, body: hold, creates: true }, options);
  }

  /**
   * The holds, newest first.
   * @example for await (const { id, reason, lifted_at } of client.holds.list()) console.log(id, reason, lifted_at);
   */
  list(query: api.Query<'listHolds'> = {}, options?: CallOptions): List<api.Hold, api.HoldList> {
    return new List(this.requests, { path: `${root}/holds`, query }, ({ holds }) => holds, options);
  }

  /**
   * One hold.
   * @example const { placed_by, placed_at } = await client.holds.get(holdId);
   */
  get(id: string, options?: CallOptions): api.Answered<api.Hold> {
    return this.requests.get(path`/v1/compliance/holds/${id}`, {}, options);
  }

  /**
   * Lifts a hold.
   * @example const { lifted_at } = await client.holds.lift(holdId);
   */
  lift(id: string, options?: CallOptions): api.Answered<api.Hold> {
    return this.requests.data({ method: 'DELETE', path: path`/v1/compliance/holds/${id}` }, options);
  }
}

export class Certifications extends Part {
  /**
   * The certifications of the organization.
   * @example for await (const { standard, status } of client.certifications.list()) console.log(standard, status);
   */
  list(
    query: api.Query<'listCertifications'> = {},
    options?: CallOptions,
  ): List<api.Certification, api.CertificationList> {
    const place = { path: `${root}/certifications`, query };
    return new List(this.requests, place, ({ certifications }) => certifications, options);
  }

  /**
   * One of them.
   * @example const { status, expires_at } = await client.certifications.get('ISO 27001');
   */
  get(standard: string, options?: CallOptions): api.Answered<api.Certification> {
    return this.requests.get(path`/v1/compliance/certifications/${standard}`, {}, options);
  }

  /**
   * Records one, in the place of what was recorded of that standard.
   * @example await client.certifications.record('ISO 27001', { status: 'compliant', expires_at: '2028-11-01' });
   */
  record(standard: string, fields: api.CertificationFields, options?: CallOptions): api.Answered<api.Certification> {
    const place = path`/v1/compliance/certifications/${standard}`;
    return this.requests.data({ method: 'PUT', path: place, body: fields }, options);
  }

  /**
   * Deletes one.
   * @example await client.certifications.delete('ISO 27001');
   */
  delete(standard: string, options?: CallOptions): api.Answered<{ standard: string; deleted: boolean }> {
    return this.requests.data({ method: 'DELETE', path: path`/v1/compliance/certifications/${standard}` }, options);
  }
}

export class Compliance extends Part {
  /**
   * Where data lie, and what the organization is certified for.
   * @example const { data_residency, certifications } = await client.compliance.status();
   */
  status(options?: CallOptions): api.Answered<api.ComplianceStatus> {
    return this.requests.get(`${root}/status`, {}, options);
  }

  /**
   * The history of a resource, from its first event on, with its state after each; `as_of` is a time before which to look.
   * @example for await (const { timestamp, type } of client.compliance.history('document', documentId)) console.log(timestamp, type);
   */
  history(
    resource: api.History['resource'],
    id: string,
    query: api.Query<'getHistory'> = {},
    options?: CallOptions,
  ): List<api.HistoryEvent, api.History> {
    const place = { path: path`/v1/compliance/history/${resource}/${id}`, query };
    return new List(this.requests, place, ({ events }) => events, options);
  }

  /**
   * The record of processing activities.
   * @example const { controller, purposes } = await client.compliance.processingRecord();
   */
  processingRecord(options?: CallOptions): api.Answered<api.ProcessingRecord> {
    return this.requests.get(`${root}/processing-record`, {}, options);
  }

  /**
   * Changes the record of processing activities: the fields that are given.
   * @example await client.compliance.setProcessingRecord({ controller: 'Example Ltd, privacy@example.com' });
   */
  setProcessingRecord(fields: api.ProcessingRecordFields, options?: CallOptions): api.Answered<api.ProcessingRecord> {
    return this.requests.data({ method: 'PUT', path: `${root}/processing-record`, body: fields }, options);
  }

  /**
   * Erases the personal data of a user or an address, for good.
   * @example const erasure = await client.compliance.erase({ subject: { type: 'ip_address', id: address }, reason: 'Request 12' });
   */
  erase(erasure: api.ErasureRequest, options?: CallOptions): api.Answered<api.Erasure> {
    return this.requests.data({ method: 'POST', path: `${root}/erasures`, body: erasure, creates: true }, options);
  }

  /**
   * The erasures that were asked for.
   * @example for await (const { id, status } of client.compliance.erasures()) console.log(id, status);
   */
  erasures(query: api.Query<'listErasures'> = {}, options?: CallOptions): List<api.Erasure, api.ErasureList> {
    return new List(this.requests, { path: `${root}/erasures`, query }, ({ erasures }) => erasures, options);
  }

  /**
   * One erasure.
   * @example const { entries_affected } = await client.compliance.erasure(erasureId);
   */
  erasure(id: string, options?: CallOptions): api.Answered<api.Erasure> {
    return this.requests.get(path`/v1/compliance/erasures/${id}`, {}, options);
  }

  /**
   * All that is known of a user or an address, section by section.
   * @example for await (const page of client.compliance.subjectData('ip_address', address).pages()) console.log(page.section);
   */
  subjectData(
    type: 'user' | 'ip_address',
    id: string,
    query: api.Query<'getSubjectData'> = {},
    options?: CallOptions,
  ): List<object, api.SubjectData> {
    const place = { path: path`/v1/compliance/subjects/${type}/${id}/data`, query };
    const itemsOf = ({ section, ...found }: api.SubjectData): object[] => [found[section] ?? []].flat();
    return new List(this.requests, place, itemsOf, options);
  }
}
