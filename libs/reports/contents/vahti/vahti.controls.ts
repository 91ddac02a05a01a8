import type { SectionPlan } from '../controls.js';
import * as access from '../facts/access.facts.js';
import * as data from '../facts/data.facts.js';
import * as operation from '../facts/operation.facts.js';
import * as elsewhere from '../facts/outside.facts.js';
import * as records from '../facts/records.facts.js';

/** Criteria of Julkri, the assessment criteria of public administration that took the place of VAHTI's requirements. */
export const julkriCriteria: readonly SectionPlan[] = [
  {
    id: 'administrative_security',
    title: 'HAL: administrative information security',
    controls: [
      { id: 'HAL-02', title: 'Tasks and responsibilities', facts: [elsewhere.responsibilities] },
      { id: 'HAL-04', title: 'What is to be protected', facts: [operation.enginesAreKnown, elsewhere.classification] },
      { id: 'HAL-06', title: 'Risks', facts: [elsewhere.riskManagement] },
      { id: 'HAL-07', title: 'Follow-up and supervision', facts: [records.actsAreRecorded, records.logIsTakenOut] },
      {
        id: 'HAL-07.1',
        title: 'Supervision of the use and disclosure of data',
        facts: [access.actorsAreIdentified, records.disclosuresAreRecorded],
      },
      { id: 'HAL-08', title: 'Incidents', facts: [access.refusedAccessIsRecorded, elsewhere.incidentHandling] },
      { id: 'HAL-10', title: 'Reliability of staff', facts: [elsewhere.staffReliability] },
      { id: 'HAL-13', title: 'Training', facts: [elsewhere.staffTraining] },
      {
        id: 'HAL-14',
        title: 'Rights to use and to process',
        facts: [access.keysAreScoped, access.identitiesAreManaged, access.accessIsWithdrawn],
      },
      { id: 'HAL-16', title: 'Procurement', facts: [elsewhere.contracts] },
    ],
  },
  {
    id: 'physical_security',
    title: 'FYY: physical security',
    controls: [{ id: 'FYY-01', title: 'Risks of the premises', facts: [elsewhere.physicalSecurity] }],
  },
  {
    id: 'technical_security',
    title: 'TEK: technical information security',
    controls: [
      { id: 'TEK-01', title: 'Structure of networks', facts: [operation.transportIsEncrypted] },
      {
        id: 'TEK-07',
        title: 'Administration of access rights',
        facts: [access.keysAreScoped, access.managingKeysAreKnown],
      },
      {
        id: 'TEK-08',
        title: 'Identification of users',
        facts: [access.actorsAreIdentified, access.identitiesAreManaged, access.keysAreLimitedByAddress],
      },
      { id: 'TEK-11', title: 'Malware', facts: [elsewhere.malware] },
      {
        id: 'TEK-12',
        title: 'Traceability of security events',
        facts: [records.actsAreRecorded, records.auditLogIsTamperEvident],
      },
      { id: 'TEK-12.1', title: 'Traceability of disclosures', facts: [records.disclosuresAreRecorded] },
      {
        id: 'TEK-13',
        title: 'Detection of deviations',
        facts: [access.refusedAccessIsRecorded, operation.failuresAreRecorded],
      },
      { id: 'TEK-16', title: 'Encryption', facts: [data.filesAreEncrypted, data.personalDataIsSealed] },
      { id: 'TEK-17', title: 'Changes', facts: [records.settingsChangesAreRecorded, elsewhere.development] },
      { id: 'TEK-19', title: 'Vulnerabilities of software', facts: [elsewhere.vulnerabilities] },
      { id: 'TEK-20', title: 'Backup', facts: [elsewhere.backups] },
      {
        id: 'TEK-21',
        title: 'Destruction of electronic data',
        facts: [data.dataAreDeletedOnRequest, data.retentionIsLimited],
      },
    ],
  },
  {
    id: 'continuity',
    title: 'VAR: preparedness and continuity',
    controls: [{ id: 'VAR-01', title: 'Planning of continuity', facts: [elsewhere.continuity] }],
  },
];
