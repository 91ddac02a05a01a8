import { type Evidence, maxEvidenceIds } from '../../report-content.js';
import { type Flow, heightOfParagraph, linesOver, paragraph } from '../flow.js';
import { contentWidth, looks, page } from '../look.js';
import type { Paper, Structure } from '../paper.js';
import { cleanName } from '../text/clean-text.js';
import { numberText } from '../values.js';

const maxIdLength = 80;
/** Ids that are listed again wherever they are meant: more of them stand once in a report. */
const fewIds = 12;
/** Lines of ids that stay with what they are evidence of. */
const firstIdLines = 3;
const afterIds = 5;
const path = 'GET /v1/compliance/audit-logs';

const entries = (count: number): string => (count === 1 ? '1 entry' : `${numberText(count)} entries`);

const requestOf = ({ query }: Evidence): string => (query === null ? '' : `${path}${query === '' ? '' : `?${query}`}`);

/** Words about the entries that something rests on; `ids` and `more` are empty where they are not listed here. */
interface Said {
  readonly note: string;
  readonly ids: string;
  readonly more: string;
}

const idsOf = ({ ids }: Evidence): string[] => ids.slice(0, maxEvidenceIds).map((id) => cleanName(id, maxIdLength));

const keyOf = (evidence: Evidence): string => `${evidence.count} ${idsOf(evidence).join(' ')}`;

const saidOf = (paper: Paper, evidence: Evidence): Said | undefined => {
  const { count, query } = evidence;
  const ids = idsOf(evidence);
  if (query === null && count === 0 && ids.length === 0) return undefined;
  const request = requestOf(evidence);
  const how = request === '' ? '' : `: ${request}`;
  if (ids.length === 0) {
    const said = count === 0 ? 'No entry of the audit log' : `${entries(count)} of the audit log`;
    return { note: `Evidence: ${said}${how}`, ids: '', more: '' };
  }
  const listedUnder = paper.listedEntries.get(keyOf(evidence));
  if (listedUnder !== undefined) {
    const again = `Evidence: ${entries(count)} of the audit log, the same as under “${listedUnder}”: ${request}`;
    return { note: again, ids: '', more: '' };
  }
  const all = count <= ids.length && request !== '' ? `, listed by ${request}` : '';
  const more = count - ids.length;
  return {
    note: `Evidence: ${entries(count)} of the audit log${all}`,
    ids: ids.join('  '),
    more: more > 0 ? `and ${numberText(more)} more${how}` : '',
  };
};

/** Heights of the evidence of something: whole, and as far as it stays with what it is evidence of. */
export const heightsOfEvidence = (paper: Paper, evidence: Evidence): { whole: number; begin: number } => {
  const said = saidOf(paper, evidence);
  if (said === undefined) return { whole: 0, begin: 0 };
  const note = heightOfParagraph(paper, said.note, looks.note);
  if (said.ids === '') return { whole: note, begin: note };
  const lines = paper.type.lines(said.ids, looks.ids, contentWidth).length;
  const more = said.more === '' ? afterIds : heightOfParagraph(paper, said.more, looks.note) + afterIds;
  return {
    whole: note + lines * looks.ids.leading + more,
    begin: note + Math.min(firstIdLines, lines) * looks.ids.leading,
  };
};

/**
 * The entries of the audit log that something of this title rests on; nothing where none are meant. The flow is that of
 * a note without a list.
 */
export function* drawEvidence(
  paper: Paper,
  parent: Structure,
  evidence: Evidence,
  title: string,
  flow: Flow = {},
): Generator<void> {
  const said = saidOf(paper, evidence);
  if (said === undefined) return;
  if (said.ids === '') {
    yield* paragraph(paper, parent, said.note, looks.note, flow);
    return;
  }
  if (evidence.ids.length > fewIds && evidence.query !== null) paper.listedEntries.set(keyOf(evidence), title);
  paper.ensure(heightsOfEvidence(paper, evidence).begin);
  yield* paragraph(paper, parent, said.note, looks.note, { after: 1.5 });
  const element = paper.open(parent, 'P');
  yield* linesOver(paper, element, paper.type.lines(said.ids, looks.ids, contentWidth), looks.ids, page.left);
  element.end();
  paper.y += 3;
  if (said.more === '') paper.y += 2;
  else yield* paragraph(paper, parent, said.more, looks.note);
}
