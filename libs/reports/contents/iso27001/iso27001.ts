import { sectionOfControls } from '../controls.js';
import { viewOf } from '../evidence-view.js';
import * as data from '../facts/data.facts.js';
import * as operation from '../facts/operation.facts.js';
import * as records from '../facts/records.facts.js';
import { methodOf } from '../method.js';
import type { ReportBuilder } from '../report-body.js';
import { sectionOfFacts } from '../sections.js';
import { denialsByDay, requestsByDay } from '../tables/charts.js';
import { certificationsTable, enginesTable, failureCodesTable, keysTable, settingsTable } from '../tables/tables.js';
import { organizationalControls, peopleAndPhysicalControls } from './iso27001-organizational.controls.js';
import { technologicalControls } from './iso27001-technological.controls.js';

export const iso27001: ReportBuilder = async (evidence) => {
  const view = await viewOf(evidence);
  const scope = await sectionOfFacts(view, {
    id: 'scope',
    title: 'Scope: what runs, and what was done with it',
    facts: [
      operation.enginesAreKnown,
      data.textsAreProcessed,
      records.actsAreRecorded,
      records.certificationsAreRecorded,
    ],
    charts: [requestsByDay(view)],
    tables: [enginesTable(view), keysTable(view), settingsTable(view), certificationsTable(view)],
  });
  const events = await sectionOfFacts(view, {
    id: 'security_events',
    title: 'Denied and failed acts',
    facts: [operation.failuresAreRecorded],
    charts: [denialsByDay(view)],
    tables: [failureCodesTable(view)],
  });
  const controls = await Promise.all(
    [organizationalControls, peopleAndPhysicalControls, technologicalControls].map((plan) =>
      sectionOfControls(view, plan),
    ),
  );
  return {
    title: 'ISO/IEC 27001:2022: evidence by control of Annex A',
    method: methodOf(
      view,
      'Controls are named by the ids of Annex A of ISO/IEC 27001:2022, their subjects in our own words. Those of which the service could never have data are left out, apart from those that readers expect to find. The clauses of the management system (4 to 10) are not covered.',
    ),
    sections: [scope, ...controls, events],
  };
};
