import { createHash } from 'node:crypto';
import type { ExportDestination } from './export-destinations/export-destination.js';
import { askService, type ServiceApi } from './service-api.js';

/** An export to ask for, and the service that makes it. */
export interface ExportRequest extends ServiceApi {
  /** Query of the export. */
  query: Readonly<Record<string, string>>;
}

/** An export as the service has recorded it. */
export interface ExportedFile {
  export_id: string;
  format: string;
  entries: number;
  sha256: string;
  next_cursor: string | null;
}

const newline = 0x0a;

const dataOf = async <Data>(response: Response): Promise<Data> => ((await response.json()) as { data: Data }).data;

/** How many entries the list has by the same filters; where it counts no further, that many at least. */
const expectedEntries = async (request: ExportRequest): Promise<number> => {
  const { format: _, cursor: __, ...filters } = request.query;
  const query = new URLSearchParams({ ...filters, limit: '1' });
  const { pagination } = await dataOf<{ pagination: { total: number } }>(
    await askService(request, `/v1/compliance/audit-logs?${query}`),
  );
  return pagination.total;
};

/** The SHA-256 of all bytes but those of the last line, which is held back until another one follows. */
export class SumBeforeLastLine {
  private readonly sum = createHash('sha256');
  private held: Uint8Array[] = [];
  lines = 0;

  update(bytes: Uint8Array): void {
    for (let at = bytes.indexOf(newline); at >= 0; at = bytes.indexOf(newline, at + 1)) this.lines += 1;
    // The last line may have ended with these bytes: what begins behind the end of the one before it is held back.
    const end = bytes.subarray(0, -1).lastIndexOf(newline);
    const isNew = this.held.at(-1)?.at(-1) === newline && bytes.length > 0;
    if (end < 0 && !isNew) {
      this.held.push(bytes.slice());
      return;
    }
    for (const part of this.held) this.sum.update(part);
    this.sum.update(bytes.subarray(0, end + 1));
    this.held = [bytes.slice(end + 1)];
  }

  /** In hex. */
  beforeLastLine(): string {
    return this.sum.copy().digest('hex');
  }

  ofAll(): string {
    const sum = this.sum.copy();
    for (const part of this.held) sum.update(part);
    return sum.digest('hex');
  }
}

/**
 * Exports to a destination, where it has its name once it is whole and is what the service has recorded. `onProgress` gets the lines
 * so far and the entries that the list has.
 */
export const exportTo = async (
  request: ExportRequest,
  destination: Pick<ExportDestination, 'open'>,
  onProgress: (lines: number, expected: number) => void,
): Promise<ExportedFile> => {
  const expected = await expectedEntries(request);
  // Before anything is exported: a record of what had no place to go would be wrong.
  const target = await destination.open();
  const sum = new SumBeforeLastLine();
  try {
    const response = await askService(
      request,
      `/v1/compliance/audit-logs/export?${new URLSearchParams(request.query)}`,
    );
    for await (const piece of response.body ?? []) {
      sum.update(piece);
      onProgress(sum.lines, expected);
      await target.append(piece);
    }
    const exportId = response.headers.get('x-export-id');
    const recorded = await dataOf<ExportedFile>(
      await askService(request, `/v1/compliance/audit-logs/exports/${exportId}`),
    );
    const received = recorded.format === 'ndjson' ? sum.beforeLastLine() : sum.ofAll();
    if (recorded.sha256 !== received) {
      throw new Error('What arrived is not what the service sent: the export is not whole');
    }
    await target.finish();
    return recorded;
  } catch (error) {
    await target.discard();
    throw error;
  }
};
