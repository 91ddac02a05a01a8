import { sectionOfControls } from '../controls.js';
import { viewOf } from '../evidence-view.js';
import * as data from '../facts/data.facts.js';
import * as operation from '../facts/operation.facts.js';
import * as elsewhere from '../facts/outside.facts.js';
import { methodOf } from '../method.js';
import { dataCategories } from '../personal-data.js';
import type { ReportBuilder } from '../report-body.js';
import { sectionOfFacts } from '../sections.js';
import { charactersByDay, requestsByDay } from '../tables/charts.js';
import {
  certificationsTable,
  declaredTables,
  enginesTable,
  keysTable,
  retentionTable,
  translationsTable,
  usageByEndpointTable,
  usageByKeyTable,
  webhooksTable,
} from '../tables/tables.js';
import { processorDuties, securityMeasures } from './gdpr-dpa.controls.js';

export const gdprDpa: ReportBuilder = async (evidence) => {
  const view = await viewOf(evidence);
  const { organization } = view;
  const sections = [
    sectionOfFacts(view, {
      id: 'parties',
      title: 'Parties (Article 30(2)(a))',
      before: [
        `The service is used by ${organization.name || 'an organization without a name'} (${organization.id}). Whoever runs the service for it processes on its behalf; where the organization runs it itself, no processor stands between.`,
      ],
      facts: [data.partiesAreDeclared, elsewhere.contracts, elsewhere.responsibilities],
      tables: declaredTables(view),
    }),
    sectionOfFacts(view, {
      id: 'purposes',
      title: 'Purposes and what was really processed',
      before: ['The service translates texts and documents and detects their language. It has no other use of them.'],
      facts: [data.textsAreProcessed, data.documentsAreProcessed, data.lawfulness],
      charts: [requestsByDay(view), charactersByDay(view)],
      tables: [usageByEndpointTable(view), usageByKeyTable(view), translationsTable(view)],
    }),
    sectionOfFacts(view, {
      id: 'categories',
      title: 'Categories of data and of data subjects',
      before: ['The service cannot tell whose data a text contains, for it keeps no record of what texts say.'],
      facts: [data.personalDataIsSealed, elsewhere.classification],
      tables: [dataCategories, keysTable(view)],
    }),
    sectionOfFacts(view, {
      id: 'sub_processors',
      title: 'Engines and further processors',
      before: [
        'An engine that is embedded runs in the service itself. One that is not is a server, and whoever runs it may be a further processor.',
      ],
      facts: [operation.enginesAreKnown, elsewhere.supplierReviews],
      tables: [enginesTable(view)],
    }),
    sectionOfFacts(view, {
      id: 'transfers',
      title: 'Places and transfers (Article 30(2)(c))',
      facts: [data.dataLocationIsStated, operation.receiversAreLimited, elsewhere.contracts],
      tables: [webhooksTable(view)],
    }),
    sectionOfFacts(view, {
      id: 'retention',
      title: 'Retention and deletion',
      facts: [data.retentionIsLimited, data.dataAreDeletedOnRequest, data.subjectsAreErased],
      tables: [retentionTable(view)],
    }),
    sectionOfControls(view, { ...securityMeasures, tables: [certificationsTable(view)] }),
    sectionOfControls(view, processorDuties),
  ];
  return {
    title: 'GDPR: record of processing for a data processing agreement',
    method: methodOf(
      view,
      'The record follows Articles 28, 30(2) and 32 of Regulation (EU) 2016/679. It is what the service can add to an agreement; the agreement itself is made by people.',
    ),
    sections: await Promise.all(sections),
  };
};
