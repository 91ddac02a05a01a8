import { type Evidence, maxEvidenceIds } from '../../report-content.js';
import { type Flow, linesOver, paragraph } from '../flow.js';
import { contentWidth, looks, page } from '../look.js';
import type { Paper, Structure } from '../paper.js';
import { cleanName } from '../text/clean-text.js';
import { numberText } from '../values.js';

const maxIdLength = 80;
/** Ids that are listed again wherever they are meant: more of them stand once in a report. */
const fewIds = 12;
const path = 'GET /v1/compliance/audit-logs';

const entries = (count: number): string => (count === 1 ? '1 entry' : `${numberText(count)} entries`);

const requestOf = ({ query }: Evidence): string => (query === null ? '' : `${path}${query === '' ? '' : `?${query}`}`);

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
  const { count, query } = evidence;
  const ids = evidence.ids.slice(0, maxEvidenceIds).map((id) => cleanName(id, maxIdLength));
  if (query === null && count === 0 && ids.length === 0) return;
  const request = requestOf(evidence);
  if (ids.length === 0) {
    const how = request === '' ? '' : `: ${request}`;
    const said = count === 0 ? 'No entry of the audit log' : `${entries(count)} of the audit log`;
    yield* paragraph(paper, parent, `Evidence: ${said}${how}`, looks.note, flow);
    return;
  }
  const entriesListed = `${count} ${ids.join(' ')}`;
  const listedUnder = paper.listedEntries.get(entriesListed);
  if (listedUnder !== undefined) {
    const again = `Evidence: ${entries(count)} of the audit log, the same as under “${listedUnder}”: ${request}`;
    yield* paragraph(paper, parent, again, looks.note, flow);
    return;
  }
  if (ids.length > fewIds && request !== '') paper.listedEntries.set(entriesListed, title);
  paper.ensure(looks.note.leading + 3 * looks.ids.leading);
  const all = count <= ids.length && request !== '' ? `, listed by ${request}` : '';
  yield* paragraph(paper, parent, `Evidence: ${entries(count)} of the audit log${all}`, looks.note, { after: 1.5 });
  const element = paper.open(parent, 'P');
  yield* linesOver(paper, element, paper.type.lines(ids.join('  '), looks.ids, contentWidth), looks.ids, page.left);
  element.end();
  paper.y += 3;
  const more = count - ids.length;
  const how = request === '' ? '' : `: ${request}`;
  if (more > 0) yield* paragraph(paper, parent, `and ${numberText(more)} more${how}`, looks.note);
  else paper.y += 2;
}
