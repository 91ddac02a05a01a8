import type { SectionPlan } from '../controls.js';
import * as data from '../facts/data.facts.js';
import * as operation from '../facts/operation.facts.js';
import * as elsewhere from '../facts/outside.facts.js';

/** Criteria of the further categories: availability, confidentiality, privacy. */
export const furtherCriteria: readonly SectionPlan[] = [
  {
    id: 'availability',
    title: 'A1: availability',
    controls: [
      { id: 'A1.1', title: 'Capacity measured and managed', facts: [data.textsAreProcessed, operation.useIsLimited] },
      { id: 'A1.2', title: 'Environment, backup and recovery infrastructure', facts: [elsewhere.backups] },
      { id: 'A1.3', title: 'Recovery tested', facts: [elsewhere.continuity] },
    ],
  },
  {
    id: 'confidentiality',
    title: 'C1: confidentiality',
    controls: [
      {
        id: 'C1.1',
        title: 'Confidential information identified and kept',
        facts: [data.filesAreEncrypted, data.personalDataIsSealed, elsewhere.classification],
      },
      {
        id: 'C1.2',
        title: 'Confidential information disposed of',
        facts: [data.dataAreDeletedOnRequest, data.retentionIsLimited],
      },
    ],
  },
  {
    id: 'privacy',
    title: 'P1 to P8: privacy',
    controls: [
      { id: 'P1.1', title: 'Notice to data subjects', facts: [elsewhere.notices] },
      { id: 'P3.1', title: 'Collection in line with its purpose', facts: [data.lawfulness] },
      { id: 'P4.2', title: 'Retention of personal information', facts: [data.retentionIsLimited] },
      {
        id: 'P4.3',
        title: 'Disposal of personal information',
        facts: [data.subjectsAreErased, data.dataAreDeletedOnRequest],
      },
      {
        id: 'P5.1',
        title: 'Access by data subjects',
        facts: [data.subjectsAreTold, elsewhere.subjectRequests],
      },
      {
        id: 'P6.1',
        title: 'Disclosure to third parties',
        facts: [operation.receiversAreLimited],
        notApplicable: operation.hasNoReceivers,
      },
      { id: 'P8.1', title: 'Complaints and disputes', facts: [elsewhere.subjectRequests] },
    ],
  },
];
