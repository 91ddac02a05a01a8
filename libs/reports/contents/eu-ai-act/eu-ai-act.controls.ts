import type { ControlPlan } from '../controls.js';
import type { EvidenceView } from '../evidence-view.js';
import * as access from '../facts/access.facts.js';
import * as data from '../facts/data.facts.js';
import * as operation from '../facts/operation.facts.js';
import * as elsewhere from '../facts/outside.facts.js';
import * as records from '../facts/records.facts.js';
import { confidenceIsGiven, detectionIsMeasured, modelsAreKnown } from './models.facts.js';

const hasNoGeneralModel = async ({ service: { inference } }: EvidenceView): Promise<string | undefined> =>
  inference.engine === 'apertium'
    ? 'Apertium translates by the dictionaries, rules and taggers of each pair, and has no general purpose model.'
    : undefined;

/** Articles that a translation service meets, or that its readers ask for. */
export const articles: readonly ControlPlan[] = [
  { id: 'Art. 4', title: 'AI literacy of those who use it', facts: [elsewhere.staffTraining] },
  { id: 'Art. 6', title: 'Whether a use is of high risk', facts: [elsewhere.highRiskUse] },
  { id: 'Art. 10', title: 'Data that models were made from', facts: [elsewhere.trainingData] },
  { id: 'Art. 11', title: 'Technical documentation', facts: [modelsAreKnown, operation.enginesAreKnown] },
  { id: 'Art. 12', title: 'Records of use', facts: [records.actsAreRecorded, records.auditLogIsTamperEvident] },
  { id: 'Art. 13', title: 'Information for those who deploy it', facts: [modelsAreKnown, confidenceIsGiven] },
  { id: 'Art. 14', title: 'Oversight by people', facts: [operation.terminologyIsControlled, elsewhere.humanReview] },
  {
    id: 'Art. 15',
    title: 'Accuracy, robustness and cybersecurity',
    facts: [
      confidenceIsGiven,
      detectionIsMeasured,
      elsewhere.translationQuality,
      access.keysAreScoped,
      operation.failuresAreRecorded,
    ],
  },
  { id: 'Art. 26(6)', title: 'Keeping of logs by the deployer', facts: [records.actsAreRecorded] },
  { id: 'Art. 50(2)', title: 'Generated text is marked', facts: [elsewhere.disclosureToReaders] },
  { id: 'Art. 50(4)', title: 'Readers of published text are told', facts: [elsewhere.disclosureToReaders] },
  {
    id: 'Art. 53',
    title: 'Models of general purpose',
    facts: [elsewhere.generalPurposeModels],
    notApplicable: hasNoGeneralModel,
  },
  { id: 'Art. 72', title: 'Monitoring after the market', facts: [data.textsAreProcessed, elsewhere.incidentHandling] },
];
