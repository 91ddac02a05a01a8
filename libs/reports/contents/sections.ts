import { filledParts } from '../filled-parts.js';
import type { Chart, Control, Figure, ReportSection, Table } from '../report-content.js';
import { statusOfControls } from './controls.js';
import type { EvidenceView } from './evidence-view.js';
import { evidenceOfFacts } from './facts/evidence-of-facts.js';
import { allFacts, type FactOf } from './facts/fact.js';
import { statusOfAll } from './status.js';

interface SectionOfFacts {
  readonly id: string;
  readonly title: string;
  readonly facts: readonly FactOf[];
  /** Paragraphs before those of the facts: what the section is about, and no statement that needs evidence. */
  readonly before?: readonly string[];
  readonly figures?: readonly Figure[];
  readonly charts?: readonly Chart[];
  readonly tables?: readonly Table[];
  readonly controls?: readonly Control[];
}

/** Two facts can rest on the same figure. */
const eachOnce = (figures: readonly Figure[]): Figure[] => [
  ...new Map(figures.map((figure) => [figure.name, figure])).values(),
];

/** A section whose paragraphs are facts; tables and charts without a row are left out. */
export const sectionOfFacts = async (view: EvidenceView, section: SectionOfFacts): Promise<ReportSection> => {
  const { id, title, before = [], figures = [], charts = [], tables = [], controls = [] } = section;
  const facts = await allFacts(view, section.facts);
  const statuses = facts.map(({ status }) => status);
  return {
    id,
    title,
    status: statusOfAll(controls.length === 0 ? statuses : [...statuses, statusOfControls(controls)]),
    text: [...before, ...facts.map(({ text }) => text)],
    figures: eachOnce([...figures, ...facts.flatMap((fact) => fact.figures)]),
    evidence: await evidenceOfFacts(view, facts),
    ...(controls.length > 0 && { controls }),
    ...filledParts({ charts, tables }),
  };
};
