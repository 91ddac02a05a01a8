import { filledParts } from '../filled-parts.js';
import { type Control, type Figure, noEvidence, type ReportSection, type Table } from '../report-content.js';
import { counted, numberOf } from '../wording.js';
import type { EvidenceView } from './evidence-view.js';
import { evidenceOfFacts } from './facts/evidence-of-facts.js';
import { allFacts, type Fact, type FactOf } from './facts/fact.js';
import { statusOfAll } from './status.js';

/** A control of a standard, and what is known about it. */
export interface ControlPlan {
  readonly id: string;
  /** The requirement, in our own words. */
  readonly title: string;
  readonly facts: readonly FactOf[];
  /** The reason why it does not apply; undefined where it does. */
  readonly notApplicable?: (view: EvidenceView) => Promise<string | undefined>;
}

export interface SectionPlan {
  readonly id: string;
  readonly title: string;
  readonly controls: readonly ControlPlan[];
  /** Tables beside the controls, which their status does not rest on. */
  readonly tables?: readonly Table[];
}

const textOf = (facts: readonly Fact[]): string => facts.map(({ text }) => text).join(' ');

const controlOf = async (
  view: EvidenceView,
  { id, title, facts: plans, notApplicable }: ControlPlan,
): Promise<Control> => {
  const reason = await notApplicable?.(view);
  if (reason !== undefined) return { id, title, status: 'not_applicable', text: reason, evidence: noEvidence };
  const facts = await allFacts(view, plans);
  return {
    id,
    title,
    status: statusOfAll(facts.map(({ status }) => status)),
    text: textOf(facts),
    evidence: await evidenceOfFacts(view, facts),
  };
};

export const statusOfControls = (controls: readonly Control[]): ReportSection['status'] =>
  statusOfAll(controls.flatMap(({ status }) => (status === 'not_applicable' ? [] : [status])));

const withStatus = (controls: readonly Control[], wanted: Control['status']): number =>
  controls.filter(({ status }) => status === wanted).length;

/** How many controls have which status. */
const controlFigures = (controls: readonly Control[]): Figure[] => [
  { name: 'Evidenced', value: withStatus(controls, 'evidenced'), unit: 'controls' },
  { name: 'Partly evidenced', value: withStatus(controls, 'partly_evidenced'), unit: 'controls' },
  { name: 'Not evidenced', value: withStatus(controls, 'not_evidenced'), unit: 'controls' },
  { name: 'Not applicable', value: withStatus(controls, 'not_applicable'), unit: 'controls' },
];

/** The counts of the controls of a section in words: the same as in its figures and in a summary. */
const aboutControls = (controls: readonly Control[]): string => {
  const [evidenced, notApplicable] = [withStatus(controls, 'evidenced'), withStatus(controls, 'not_applicable')];
  const applicable = controls.length - notApplicable;
  const begin = counted(controls.length, 'control');
  const rest = 'where a control is not evidenced in full, its text says what there is, and what would be needed.';
  const few = evidenced === 0 ? 'none' : numberOf(evidenced);
  if (notApplicable > 0)
    return `${begin}, ${counted(notApplicable, 'of which does', 'of which do')} not apply. Entries of the period evidence ${few} of the other ${numberOf(applicable)}; ${rest}`;
  if (applicable === 1)
    return `${begin}. Entries of the period ${evidenced === 0 ? 'do not evidence' : 'evidence'} it; ${rest}`;
  return `${begin}. Entries of the period evidence ${few} of them; ${rest}`;
};

/** A section of controls. */
export const sectionOfControls = async (
  view: EvidenceView,
  { id, title, controls: plans, tables = [] }: SectionPlan,
): Promise<ReportSection> => {
  const controls = await Promise.all(plans.map((plan) => controlOf(view, plan)));
  return {
    id,
    title,
    status: statusOfControls(controls),
    text: [aboutControls(controls)],
    figures: controlFigures(controls),
    evidence: noEvidence,
    controls,
    ...filledParts({ tables }),
  };
};
