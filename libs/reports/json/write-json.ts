import { lineText } from '#libs/platform/line-text/line-text.js';
import type { Control, Evidence, ReportContent, ReportSection } from '../report-content.js';

const inParagraphs = (paragraphs: readonly string[]): string => paragraphs.join('\n\n');

const evidenceFields = ({ ids, count, query }: Evidence) => ({
  evidence: ids,
  evidence_count: count,
  evidence_query: query,
});

const controlFields = ({ id, title, status, text, evidence }: Control) => ({
  id,
  title,
  status,
  text,
  ...evidenceFields(evidence),
});

const sectionFields = ({ id, title, status, text, figures, evidence, controls, charts, tables }: ReportSection) => ({
  id,
  title,
  status,
  text: inParagraphs(text),
  figures,
  ...evidenceFields(evidence),
  ...(controls && { controls: controls.map(controlFields) }),
  ...(charts && { charts }),
  ...(tables && { tables }),
});

/** An object without its closing brace, so that another field can follow. */
const openObject = (fields: object): string => lineText(JSON.stringify(fields)).slice(0, -1);

async function* piecesOf(section: ReportSection): AsyncGenerator<string> {
  yield openObject(sectionFields(section));
  if (section.entries !== undefined) {
    let between = '\n';
    yield ',"entries":[';
    for await (const page of section.entries()) {
      if (page.length === 0) continue;
      yield between + page.map(({ document_name: _, ...entry }) => lineText(JSON.stringify(entry))).join(',\n');
      between = ',\n';
    }
    yield ']';
  }
  yield '}';
}

/** One JSON object; texts of several paragraphs have blank lines between them. */
export async function* writeJson(content: ReportContent): AsyncGenerator<Uint8Array> {
  const { report, people, use, method, checkpoint, sections } = content;
  const head = { report, ...(people && { people }), ...use, method: inParagraphs(method), checkpoint };
  yield Buffer.from(`${openObject(head)},"sections":[\n`);
  for (const [at, section] of sections.entries()) {
    if (at > 0) yield Buffer.from(',\n');
    for await (const piece of piecesOf(section)) yield Buffer.from(piece);
  }
  yield Buffer.from('\n]}\n');
}
