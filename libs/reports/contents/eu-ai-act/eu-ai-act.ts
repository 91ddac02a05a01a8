import { sectionOfControls } from '../controls.js';
import { viewOf } from '../evidence-view.js';
import * as operation from '../facts/operation.facts.js';
import * as elsewhere from '../facts/outside.facts.js';
import * as records from '../facts/records.facts.js';
import { methodOf } from '../method.js';
import type { ReportBuilder } from '../report-body.js';
import { sectionOfFacts } from '../sections.js';
import { charactersByDay } from '../tables/charts.js';
import { failureCodesTable, installedModelsTable, modelsTable, translationsTable } from '../tables/tables.js';
import { articles } from './eu-ai-act.controls.js';
import {
  confidenceIsGiven,
  detectionIsMeasured,
  installedModelsAreRecorded,
  modelsAreKnown,
  translationsAreRecorded,
} from './models.facts.js';

export const euAiAct: ReportBuilder = async (evidence) => {
  const view = await viewOf(evidence);
  const hasInstalled = view.models.length > 0;
  const articlesSection = await sectionOfControls(view, {
    id: 'articles',
    title: 'Articles and evidence',
    controls: articles,
  });
  const sections = [
    sectionOfFacts(view, {
      id: 'role',
      title: 'Role and class',
      before: [
        `An organization that uses the service in its work is a deployer of it in the sense of Article 3(4). One that offers it to others under its own name may be a provider (Article 3(3)). Which it is, people have to say of ${view.organization.name || 'the organization'}.`,
        'Machine translation as such is in no entry of Annex III. A use can be in one all the same, for instance where a translation decides about asylum, justice or work: that depends on the use, which the service does not know.',
      ],
      facts: [elsewhere.highRiskUse],
    }),
    sectionOfFacts(view, {
      id: 'intended_use',
      title: 'Intended use',
      before: [
        'The service translates texts and documents between languages and detects the language of a text. It makes no decision about people. A translation can be wrong, and is to be read by somebody who knows the language before something important rests on it.',
      ],
      facts: [translationsAreRecorded, elsewhere.humanReview],
      charts: [charactersByDay(view)],
      tables: [translationsTable(view)],
    }),
    sectionOfFacts(view, {
      id: 'model_inventory',
      title: 'Models and languages',
      facts: [modelsAreKnown, ...(hasInstalled ? [installedModelsAreRecorded] : []), elsewhere.trainingData],
      tables: [modelsTable(view), ...(hasInstalled ? [installedModelsTable(view)] : [])],
    }),
    sectionOfFacts(view, {
      id: 'transparency',
      title: 'Transparency (Article 50)',
      before: [
        'The answer to a text names the model that translated it, so that a caller can mark it. The service puts no mark into texts and documents that says so. Whether an exception of Article 50 holds for a translation, people have to judge.',
      ],
      facts: [elsewhere.disclosureToReaders],
    }),
    sectionOfFacts(view, {
      id: 'oversight',
      title: 'Oversight by people',
      facts: [operation.terminologyIsControlled, elsewhere.humanReview],
    }),
    sectionOfFacts(view, {
      id: 'logging',
      title: 'Records of use',
      before: ['The audit log is never removed by retention.'],
      facts: [records.actsAreRecorded, records.auditLogIsTamperEvident],
    }),
    sectionOfFacts(view, {
      id: 'accuracy',
      title: 'Accuracy and robustness',
      facts: [confidenceIsGiven, detectionIsMeasured, elsewhere.translationQuality, operation.failuresAreRecorded],
      tables: [failureCodesTable(view)],
    }),
  ];
  return {
    title: 'EU AI Act: inventory and evidence of a translation service',
    method: methodOf(
      view,
      'Articles are those of Regulation (EU) 2024/1689, their subjects in our own words. Several of them oblige only whoever provides or deploys a system of high risk; they are listed because readers ask for them, and no statement here says that they bind the organization.',
    ),
    sections: [...(await Promise.all(sections)), articlesSection],
  };
};
