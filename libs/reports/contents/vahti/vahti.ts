import type { Table } from '../../report-content.js';
import { sectionOfControls } from '../controls.js';
import { viewOf } from '../evidence-view.js';
import * as data from '../facts/data.facts.js';
import * as operation from '../facts/operation.facts.js';
import * as elsewhere from '../facts/outside.facts.js';
import * as records from '../facts/records.facts.js';
import { methodOf } from '../method.js';
import type { ReportBuilder } from '../report-body.js';
import { sectionOfFacts } from '../sections.js';
import { denialsByDay, requestsByDay } from '../tables/charts.js';
import {
  certificationsTable,
  enginesTable,
  failureCodesTable,
  keysTable,
  retentionTable,
  settingsTable,
} from '../tables/tables.js';
import { julkriCriteria } from './vahti.controls.js';

const relatedCriteria: Table = {
  title: 'The same subject in Katakri and in the Act on Information Management (906/2019)',
  columns: [
    { name: 'Julkri', align: 'start' },
    { name: 'Katakri', align: 'start' },
    { name: 'Act', align: 'start' },
  ],
  rows: [
    ['HAL-14, TEK-07', 'I-06', 'section 16'],
    ['HAL-07.1, TEK-12, TEK-12.1', 'I-10', 'section 17'],
  ],
};

export const vahti: ReportBuilder = async (evidence) => {
  const view = await viewOf(evidence);
  const service = await sectionOfFacts(view, {
    id: 'service',
    title: 'The service and its use',
    facts: [
      operation.enginesAreKnown,
      data.dataLocationIsStated,
      data.textsAreProcessed,
      records.auditLogIsTamperEvident,
      records.certificationsAreRecorded,
    ],
    charts: [requestsByDay(view), denialsByDay(view)],
    tables: [
      enginesTable(view),
      keysTable(view),
      retentionTable(view),
      settingsTable(view),
      failureCodesTable(view),
      certificationsTable(view),
    ],
  });
  const levels = await sectionOfFacts(view, {
    id: 'levels',
    title: 'Levels and classes',
    before: [
      'VAHTI named a basic, an increased and a high level. Today criteria are chosen by the kind of information: public, to be kept secret, personal, or security classified (TL IV to TL I), by the Act 906/2019 and the Decree 1101/2019.',
      'The service treats all information alike and has no field for a class. The criteria below are those for information that is public or to be kept secret; none of them is assessed for a security class.',
    ],
    facts: [elsewhere.classification],
    tables: [relatedCriteria],
  });
  const criteria = await Promise.all(julkriCriteria.map((plan) => sectionOfControls(view, plan)));
  return {
    title: 'VAHTI: information security of public administration',
    method: methodOf(
      view,
      'VAHTI, the group of the Finnish Ministry of Finance that steered the information security of government, gave requirements by levels; the assessment criteria of public administration (Julkri, 2022) took their place. Criteria are named by the ids of Julkri, their subjects in our own words; the areas of data protection (TSU) are in the two reports on the GDPR.',
    ),
    sections: [service, levels, ...criteria],
  };
};
