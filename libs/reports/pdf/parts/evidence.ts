import { type Evidence, maxEvidenceIds } from '../../report-content.js';
import { dayBefore } from '../../report-days.js';
import { type Flow, heightOfParagraph, linesOver, paragraph } from '../flow.js';
import { heading, partHeading, sectionHeading } from '../heading.js';
import { contentWidth, looks, page } from '../look.js';
import type { Paper, Structure } from '../paper.js';
import { cleanName } from '../text/clean-text.js';
import { numberText } from '../values.js';

const maxIdLength = 80;
/** Titles that one list of the annex names: more of them are counted. */
const maxTitles = 12;
const maxTitleLength = 90;
/** Ids of which the lines are made at a time. */
const idsAtATime = 120;
const afterIds = 5;

/** Entries of the audit log that the annex lists, and the titles that refer to them. */
export interface AnnexedEvidence {
  readonly mark: string;
  readonly evidence: Evidence;
  readonly titles: string[];
}

const entries = (count: number): string => (count === 1 ? '1 entry' : `${numberText(count)} entries`);

const idsOf = ({ ids }: Evidence): string[] => ids.slice(0, maxEvidenceIds).map((id) => cleanName(id, maxIdLength));

const keyOf = ({ count, query, ids }: Evidence): string => `${count} ${query} ${ids[0]} ${ids.length}`;

/** The list of the annex that has the entries; the title joins those that refer to it. */
const annexed = (paper: Paper, evidence: Evidence, title: string): AnnexedEvidence => {
  const key = keyOf(evidence);
  const known = paper.annex.get(key);
  known?.titles.push(title);
  if (known !== undefined) return known;
  const added = { mark: `E${paper.annex.size + 1}`, evidence, titles: [title] };
  paper.annex.set(key, added);
  return added;
};

/** Whether there is anything to say of the entries that something rests on. */
const isMeant = ({ ids, count, query }: Evidence): boolean => query !== null || count > 0 || ids.length > 0;

const noteOf = ({ count }: Evidence, mark: string): string =>
  count === 0
    ? 'Evidence: no entry of the audit log'
    : `Evidence: ${entries(count)} of the audit log, in the annex under ${mark}`;

/** Height of the evidence of something. */
export const heightOfEvidence = (paper: Paper, evidence: Evidence): number =>
  isMeant(evidence) ? heightOfParagraph(paper, noteOf(evidence, 'E100'), looks.note) : 0;

/** How many entries of the audit log something of this title rests on, and where the annex lists them. */
export function* drawEvidence(
  paper: Paper,
  parent: Structure,
  evidence: Evidence,
  title: string,
  flow: Flow = {},
): Generator<void> {
  if (!isMeant(evidence)) return;
  const mark = evidence.count === 0 ? '' : annexed(paper, evidence, title).mark;
  yield* paragraph(paper, parent, noteOf(evidence, mark), looks.note, flow);
}

const filterNames: Readonly<Record<string, string>> = { action: 'action', resource: 'resource', result: 'result' };

/** The filter of the audit log by which all of the entries are found, in words. */
export const filterText = ({ query }: Evidence): string => {
  const given = new URLSearchParams(query ?? '');
  const named = Object.entries(filterNames).flatMap(([name, word]) => {
    const value = given.get(name);
    return value === null ? [] : [`${word} ${value.replaceAll(',', ', ')}`];
  });
  const [start, end] = [given.get('start'), given.get('end')];
  const last = end !== null && Number.isFinite(Date.parse(end)) ? dayBefore(end) : end;
  const period = start === null || last === null ? [] : [`${start} to ${last}`];
  const words = [...named, ...period];
  return words.length === 0 ? 'all entries' : words.join('; ');
};

const titlesText = (titles: readonly string[]): string => {
  const shown = titles.slice(0, maxTitles).map((title) => `“${cleanName(title, maxTitleLength)}”`);
  const more = titles.length - shown.length;
  return shown.join(', ') + (more > 0 ? ` and ${numberText(more)} more` : '');
};

/** Ids one behind the other, over as many pages as they need. */
function* drawIds(paper: Paper, parent: Structure, ids: readonly string[]): Generator<void> {
  const element = paper.open(parent, 'P');
  for (let at = 0; at < ids.length; at += idsAtATime) {
    const text = ids.slice(at, at + idsAtATime).join('  ');
    yield* linesOver(paper, element, paper.type.lines(text, looks.ids, contentWidth), looks.ids, page.left);
  }
  element.end();
  paper.y += afterIds;
}

const aboutEvidence = `The entries of the audit log that the statements rest on. At most ${maxEvidenceIds} of them are listed each time, the newest first; the filter finds all of them in the log.`;

/** The lists that the evidence of sections and controls refers to. */
export function* drawEvidenceAnnex(paper: Paper): Generator<void> {
  if (paper.annex.size === 0) return;
  const element = paper.open(paper.root, 'Sect');
  const outline = heading(paper, element, 'Annex: entries of the audit log', sectionHeading);
  yield* paragraph(paper, element, aboutEvidence, looks.body, { isIntroduction: true });
  for (const { mark, evidence, titles } of paper.annex.values()) {
    heading(paper, element, `${mark}  ${sentenceOfCount(evidence)}`, partHeading, outline);
    const about = `For ${titlesText(titles)}. Filter: ${filterText(evidence)}.`;
    const ids = idsOf(evidence);
    yield* paragraph(paper, element, about, looks.note, { after: 2, isIntroduction: ids.length > 0 });
    if (ids.length > 0) yield* drawIds(paper, element, ids);
  }
  paper.drawKept();
  element.end();
}

const sentenceOfCount = ({ count, ids }: Evidence): string =>
  count > ids.length && ids.length > 0 ? `${entries(count)}, the newest ${ids.length}` : entries(count);

/** Kinds of ids as readers know them, by the begin of the id. */
const kinds: Readonly<Record<string, string>> = {
  aud: 'Entries of the audit log',
  usr: 'Users',
  key: 'API keys',
  doc: 'Documents',
  rep: 'Reports',
  req: 'Requests',
  acc: 'Accounts',
  sub: 'Owners without an account',
  org: 'Organizations',
  glo: 'Glossaries',
  whk: 'Webhooks',
  exp: 'Exports of the audit log',
  hold: 'Legal holds',
  trn: 'Translations of documents',
  era: 'Erasures',
};

const aboutIds =
  'The ids that stand shortened in the tables and charts of this report, in the order of their last signs.';

/** The ids that tables and charts show in their short forms. */
export function* drawIdsAnnex(paper: Paper): Generator<void> {
  const { full } = paper.shortIds;
  if (full.size === 0) return;
  const element = paper.open(paper.root, 'Sect');
  const outline = heading(paper, element, 'Annex: ids in full', sectionHeading);
  yield* paragraph(paper, element, aboutIds, looks.body, { isIntroduction: true });
  for (const [kind, ids] of full) {
    heading(paper, element, kinds[kind] ?? `Ids that begin with ${kind}_`, partHeading, outline);
    yield* drawIds(paper, element, ids);
  }
  paper.drawKept();
  element.end();
}
