import type { ListedEntry } from '#libs/audit/listed-entry.js';
import type { ReportContent, ReportSection } from '#libs/reports/report-content.js';

async function* counted(
  pages: AsyncIterable<readonly ListedEntry[]>,
  total: number,
  onShare: (share: number) => Promise<void>,
): AsyncGenerator<readonly ListedEntry[]> {
  let written = 0;
  for await (const page of pages) {
    yield page;
    written += page.length;
    if (total > 0) await onShare(written / total);
  }
}

const watched = (section: ReportSection, onShare: (share: number) => Promise<void>): ReportSection => {
  const { entries, evidence } = section;
  return entries === undefined ? section : { ...section, entries: () => counted(entries(), evidence.count, onShare) };
};

/** The content, telling what share of the entries of a section has been written. */
export const watchingEntries = (content: ReportContent, onShare: (share: number) => Promise<void>): ReportContent => ({
  ...content,
  sections: content.sections.map((section) => watched(section, onShare)),
});
