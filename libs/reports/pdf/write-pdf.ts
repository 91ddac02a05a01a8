import { Readable } from 'node:stream';
import { setImmediate as othersTurn } from 'node:timers/promises';
import type { ReportContent } from '../report-content.js';
import { Paper } from './paper.js';
import { drawEvidenceAnnex, drawIdsAnnex } from './parts/evidence.js';
import { drawCheckpoint, drawMethod, drawSummary, drawTitle } from './parts/front.js';
import { drawSection } from './parts/section.js';

/**
 * A report as PDF/A-2a and PDF/UA-1. It is made as it is read, page by page; the same content gives the same bytes as
 * long as the same fonts are installed.
 */
export const writePdf = (content: ReportContent): Readable => Readable.from(bytesOf(content), { objectMode: false });

async function* bytesOf(content: ReportContent): AsyncGenerator<Buffer> {
  const paper = new Paper(content);
  for (const _ of draw(paper, content)) {
    const pages = written(paper);
    if (pages === null) continue;
    yield pages;
    await othersTurn();
  }
  paper.end();
  yield written(paper) ?? Buffer.alloc(0);
}

function* draw(paper: Paper, content: ReportContent): Generator<void> {
  drawTitle(paper);
  yield* drawSummary(paper, content);
  yield* drawMethod(paper, content);
  yield* drawCheckpoint(paper, content);
  for (const section of content.sections) yield* drawSection(paper, section);
  yield* drawEvidenceAnnex(paper);
  yield* drawIdsAnnex(paper);
}

/** The bytes that were finished since the last call; null where there are none. */
const written = ({ document }: Paper): Buffer | null => document.read() as Buffer | null;
