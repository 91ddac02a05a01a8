import { sectionOfControls } from '../controls.js';
import { viewOf } from '../evidence-view.js';
import * as data from '../facts/data.facts.js';
import * as operation from '../facts/operation.facts.js';
import * as records from '../facts/records.facts.js';
import { methodOf } from '../method.js';
import type { ReportBuilder } from '../report-body.js';
import { sectionOfFacts } from '../sections.js';
import { denialsByDay, failuresByDay, requestsByDay } from '../tables/charts.js';
import { certificationsTable, enginesTable, failureCodesTable, keysTable, settingsTable } from '../tables/tables.js';
import { commonCriteria } from './soc2-common.controls.js';
import { furtherCriteria } from './soc2-further.controls.js';

export const soc2: ReportBuilder = async (evidence) => {
  const view = await viewOf(evidence);
  const system = await sectionOfFacts(view, {
    id: 'system',
    title: 'System and period',
    facts: [
      data.textsAreProcessed,
      records.auditLogIsTamperEvident,
      operation.enginesAreKnown,
      data.dataLocationIsStated,
      records.certificationsAreRecorded,
    ],
    charts: [requestsByDay(view)],
    tables: [keysTable(view), enginesTable(view), settingsTable(view), certificationsTable(view)],
  });
  const incidents = await sectionOfFacts(view, {
    id: 'incidents',
    title: 'Denied and failed acts',
    facts: [operation.failuresAreRecorded],
    charts: [denialsByDay(view), failuresByDay(view)],
    tables: [failureCodesTable(view)],
  });
  const criteria = await Promise.all(
    [...commonCriteria, ...furtherCriteria].map((section) => sectionOfControls(view, section)),
  );
  return {
    title: 'SOC 2: evidence by trust services criterion',
    method: methodOf(
      view,
      'Criteria are named by the ids of the Trust Services Criteria of 2017 with the points of focus of 2022, their subjects in our own words. Only an independent auditor gives an opinion on them; this is evidence for one.',
    ),
    sections: [system, ...criteria, incidents],
  };
};
