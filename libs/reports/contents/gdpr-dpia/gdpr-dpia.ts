import type { Control, Table } from '../../report-content.js';
import { sectionOfControls } from '../controls.js';
import { viewOf } from '../evidence-view.js';
import * as access from '../facts/access.facts.js';
import * as data from '../facts/data.facts.js';
import * as operation from '../facts/operation.facts.js';
import * as elsewhere from '../facts/outside.facts.js';
import { methodOf } from '../method.js';
import { dataCategories } from '../personal-data.js';
import type { ReportBuilder } from '../report-body.js';
import { sectionOfFacts } from '../sections.js';
import { denialsByDay, requestsByDay } from '../tables/charts.js';
import {
  enginesTable,
  failureCodesTable,
  keysTable,
  retentionTable,
  settingsTable,
  usageByEndpointTable,
} from '../tables/tables.js';
import { risks } from './gdpr-dpia.risks.js';

const risksTable = (controls: readonly Control[]): Table => ({
  title: 'Risks and how far measures against them are evidenced',
  columns: [
    { name: 'Risk', align: 'start' },
    { name: 'What can happen', align: 'start' },
    { name: 'Measures', align: 'start' },
  ],
  rows: controls.map(({ id, title, status }) => [id, title, status.replaceAll('_', ' ')]),
});

export const gdprDpia: ReportBuilder = async (evidence) => {
  const view = await viewOf(evidence);
  const measures = await sectionOfControls(view, {
    id: 'risks_and_measures',
    title: 'Risks and measures (Article 35(7)(c) and (d))',
    controls: risks,
  });
  const sections = await Promise.all([
    sectionOfFacts(view, {
      id: 'description',
      title: 'Description of the processing (Article 35(7)(a))',
      before: [
        'Texts and documents come in by API keys or from users who have signed in, are translated by the engine named below, and go back to the caller.',
      ],
      facts: [data.textsAreProcessed, data.documentsAreProcessed, operation.enginesAreKnown],
      charts: [requestsByDay(view)],
      tables: [usageByEndpointTable(view), dataCategories, enginesTable(view), keysTable(view)],
    }),
    sectionOfFacts(view, {
      id: 'necessity',
      title: 'Necessity and proportionality (Article 35(7)(b))',
      facts: [data.retentionIsLimited, elsewhere.necessity, data.lawfulness],
      tables: [retentionTable(view)],
    }),
  ]);
  const rights = await sectionOfFacts(view, {
    id: 'rights',
    title: 'Rights of data subjects',
    facts: [data.subjectsAreErased, data.subjectsAreTold, elsewhere.subjectRequests, elsewhere.notices],
  });
  const consultation = await sectionOfFacts(view, {
    id: 'consultation',
    title: 'Advice and views (Article 35(2) and (9))',
    facts: [elsewhere.consultations],
  });
  const events = await sectionOfFacts(view, {
    id: 'events',
    title: 'What happened in the period',
    facts: [access.refusedAccessIsRecorded, operation.failuresAreRecorded],
    charts: [denialsByDay(view)],
    tables: [failureCodesTable(view), settingsTable(view)],
  });
  return {
    title: 'GDPR: data protection impact assessment, evidence of the service',
    method: methodOf(
      view,
      'The sections follow Article 35(7) of Regulation (EU) 2016/679. How likely and how severe a risk is depends on the texts, which the service does not know: people have to judge it. What is compared here is each risk with the settings and acts that stand against it.',
    ),
    sections: [
      ...sections,
      { ...measures, tables: [risksTable(measures.controls ?? [])] },
      rights,
      consultation,
      events,
    ],
  };
};
