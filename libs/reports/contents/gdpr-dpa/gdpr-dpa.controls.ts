import type { SectionPlan } from '../controls.js';
import * as access from '../facts/access.facts.js';
import * as data from '../facts/data.facts.js';
import * as operation from '../facts/operation.facts.js';
import * as elsewhere from '../facts/outside.facts.js';
import * as records from '../facts/records.facts.js';

/** The duties that Article 28(3) puts into a processor's contract, with what the service does about each. */
export const processorDuties: SectionPlan = {
  id: 'processor_duties',
  title: 'Duties of a processor (Article 28(3))',
  controls: [
    {
      id: 'Art. 28(3)(a)',
      title: 'Processing on instructions alone',
      facts: [access.actorsAreIdentified, elsewhere.contracts],
    },
    { id: 'Art. 28(3)(b)', title: 'Confidentiality of people', facts: [elsewhere.staffReliability] },
    { id: 'Art. 28(3)(c)', title: 'Security of processing', facts: [data.filesAreEncrypted, access.keysAreScoped] },
    { id: 'Art. 28(3)(d)', title: 'Further processors', facts: [operation.enginesAreKnown, elsewhere.contracts] },
    {
      id: 'Art. 28(3)(e)',
      title: 'Help with the rights of data subjects',
      facts: [data.subjectsAreErased, data.subjectsAreTold, elsewhere.subjectRequests],
    },
    {
      id: 'Art. 28(3)(f)',
      title: 'Help with security, breaches and assessments',
      facts: [access.refusedAccessIsRecorded, elsewhere.incidentHandling],
    },
    {
      id: 'Art. 28(3)(g)',
      title: 'Deletion or return at the end',
      facts: [data.dataAreDeletedOnRequest, data.retentionIsLimited],
    },
    {
      id: 'Art. 28(3)(h)',
      title: 'Information for audits',
      facts: [records.auditLogIsTamperEvident, records.logIsTakenOut],
    },
  ],
};

/** Measures of Article 32, as the record of Article 30 describes them. */
export const securityMeasures: SectionPlan = {
  id: 'security_measures',
  title: 'Measures of security (Articles 30(2)(d) and 32)',
  controls: [
    {
      id: 'Art. 32(1)(a)',
      title: 'Pseudonymisation and encryption',
      facts: [data.personalDataIsSealed, data.filesAreEncrypted],
    },
    {
      id: 'Art. 32(1)(b)',
      title: 'Lasting confidentiality, integrity, availability and resilience',
      facts: [
        access.keysAreScoped,
        records.auditLogIsTamperEvident,
        operation.useIsLimited,
        operation.transportIsEncrypted,
      ],
    },
    { id: 'Art. 32(1)(c)', title: 'Restoring after an incident', facts: [elsewhere.backups] },
    { id: 'Art. 32(1)(d)', title: 'Testing of the measures', facts: [elsewhere.assessments] },
  ],
};
