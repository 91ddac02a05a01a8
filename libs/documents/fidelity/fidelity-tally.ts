import type {
  DocumentSummary,
  ExtractedSegment,
  FormatWarning,
  MergeSummary,
  SegmentRole,
} from '../formats/format.port.js';
import type { FidelityReport, PartReport, SegmentCounts } from './fidelity-report.js';

/** Name of the part for what is known of no single one. */
const wholeFile = 'document';
/** Name of the part for what is in none of the first parts of a file that has very many. */
const otherParts = 'other parts';
/** Parts, skips and warnings of a report, at most. */
const maxListed = 1_000;

const noSegments = (): SegmentCounts => ({
  found: 0,
  translated: 0,
  repeated: 0,
  repaired: 0,
  overflowed: 0,
  skipped: 0,
});

interface Part {
  roles: Map<SegmentRole, number>;
  segments: SegmentCounts;
}

const kindOf = ({ roles }: Part): SegmentRole => {
  const [most] = [...roles].sort(([, one], [, other]) => other - one);
  return most?.[0] ?? 'body';
};

/** The same warning of both passes over a file is one, of the higher count. */
const merged = (warnings: readonly FormatWarning[]): Required<FormatWarning>[] => {
  const byText = new Map<string, Required<FormatWarning>>();
  for (const { code, message, part = wholeFile, count } of warnings) {
    const key = JSON.stringify([code, message, part]);
    byText.set(key, { code, message, part, count: Math.max(count, byText.get(key)?.count ?? 0) });
  }
  return [...byText.values()].slice(0, maxListed);
};

/** Counts what becomes of the segments of a document. Its memory does not grow with the document. */
export class FidelityTally {
  private readonly parts = new Map<string, Part>();

  translated({ part, role }: ExtractedSegment): void {
    const counted = this.part(part);
    counted.segments.found += 1;
    counted.segments.translated += 1;
    counted.roles.set(role, (counted.roles.get(role) ?? 0) + 1);
  }

  repeated({ part }: ExtractedSegment): void {
    this.part(part).segments.repeated += 1;
  }

  repaired({ part }: ExtractedSegment): void {
    this.part(part).segments.repaired += 1;
  }

  report(extracted: DocumentSummary, written: MergeSummary): FidelityReport {
    const skipped = (extracted.skipped ?? []).slice(0, maxListed).map(({ part = wholeFile, reason, count }) => {
      const { segments } = this.part(part);
      segments.found += count;
      segments.skipped += count;
      return { part, reason, count };
    });
    const [only] = this.parts.size === 1 ? this.parts.values() : [];
    let { overflowed: elsewhere = 0 } = written;
    for (const { part, count } of written.overflowedIn ?? []) {
      this.part(part).segments.overflowed += count;
      elsewhere -= count;
    }
    if (elsewhere > 0) (only ?? this.part(undefined)).segments.overflowed += elsewhere;
    const parts = [...this.parts].map(
      ([name, part]): PartReport => ({ name, kind: kindOf(part), segments: part.segments }),
    );
    const segments = noSegments();
    for (const part of parts) {
      for (const count of Object.keys(segments) as (keyof SegmentCounts)[]) segments[count] += part.segments[count];
    }
    const { conformance } = written;
    return {
      segments,
      parts,
      skipped,
      warnings: merged([...(extracted.warnings ?? []), ...(written.warnings ?? [])]),
      ...(conformance && { format_details: { conformance } }),
    };
  }

  private part(name = wholeFile): Part {
    const known = this.parts.get(name);
    if (known !== undefined) return known;
    if (this.parts.size >= maxListed && name !== wholeFile && name !== otherParts) return this.part(otherParts);
    const part = { roles: new Map(), segments: noSegments() };
    this.parts.set(name, part);
    return part;
  }
}
