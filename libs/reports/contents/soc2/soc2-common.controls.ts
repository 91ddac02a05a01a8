import type { SectionPlan } from '../controls.js';
import * as access from '../facts/access.facts.js';
import * as data from '../facts/data.facts.js';
import * as operation from '../facts/operation.facts.js';
import * as elsewhere from '../facts/outside.facts.js';
import * as records from '../facts/records.facts.js';

/** Common criteria of the Trust Services Criteria of 2017 (points of focus of 2022) that a service can show anything of. */
export const commonCriteria: readonly SectionPlan[] = [
  {
    id: 'control_environment',
    title: 'CC1 to CC5: environment, information, risk, monitoring, control activities',
    controls: [
      { id: 'CC1.1', title: 'Integrity and ethical values', facts: [elsewhere.ethics] },
      { id: 'CC1.3', title: 'Structures and responsibilities', facts: [elsewhere.responsibilities] },
      { id: 'CC1.4', title: 'Competence of people', facts: [elsewhere.staffTraining] },
      { id: 'CC2.1', title: 'Information that supports control', facts: [records.actsAreRecorded] },
      { id: 'CC2.3', title: 'Communication with those outside', facts: [elsewhere.externalCommunication] },
      { id: 'CC3.2', title: 'Risks found and analysed', facts: [elsewhere.riskManagement] },
      { id: 'CC3.4', title: 'Changes that bear on control', facts: [records.settingsChangesAreRecorded] },
      { id: 'CC4.1', title: 'Evaluation of controls', facts: [records.logIsTakenOut, elsewhere.assessments] },
      { id: 'CC5.2', title: 'Control by technology', facts: [access.keysAreScoped, operation.useIsLimited] },
      { id: 'CC5.3', title: 'Policies put into practice', facts: [elsewhere.policies] },
    ],
  },
  {
    id: 'access_controls',
    title: 'CC6: logical and physical access',
    controls: [
      {
        id: 'CC6.1',
        title: 'Logical access to what is protected',
        facts: [
          access.keysAreScoped,
          access.keysAreLimitedByAddress,
          access.signInsAreRecorded,
          data.filesAreEncrypted,
        ],
      },
      {
        id: 'CC6.2',
        title: 'Users registered before access, and removed',
        facts: [access.actorsAreIdentified, access.identitiesAreManaged, access.accessIsWithdrawn],
      },
      {
        id: 'CC6.3',
        title: 'Access by role and least privilege',
        facts: [access.managingKeysAreKnown, access.accessIsWithdrawn],
      },
      { id: 'CC6.4', title: 'Physical access', facts: [elsewhere.physicalSecurity] },
      {
        id: 'CC6.5',
        title: 'Disposal of what holds data',
        facts: [data.dataAreDeletedOnRequest, data.retentionIsLimited],
      },
      {
        id: 'CC6.6',
        title: 'Threats from outside the boundary',
        facts: [access.refusedAccessIsRecorded, operation.useIsLimited],
      },
      {
        id: 'CC6.7',
        title: 'Transmission and movement of data',
        facts: [operation.transportIsEncrypted, records.disclosuresAreRecorded],
      },
      { id: 'CC6.8', title: 'Unauthorized and malicious software', facts: [elsewhere.malware] },
    ],
  },
  {
    id: 'operations',
    title: 'CC7 to CC9: operations, change, mitigation',
    controls: [
      {
        id: 'CC7.1',
        title: 'Vulnerabilities and changes of configuration detected',
        facts: [records.settingsChangesAreRecorded, elsewhere.vulnerabilities],
      },
      {
        id: 'CC7.2',
        title: 'Anomalies monitored',
        facts: [access.refusedAccessIsRecorded, operation.failuresAreRecorded],
      },
      {
        id: 'CC7.3',
        title: 'Security events evaluated',
        facts: [records.signingWasResumed, elsewhere.disturbances, elsewhere.incidentHandling],
      },
      { id: 'CC7.4', title: 'Response to incidents', facts: [access.accessIsWithdrawn, elsewhere.incidentHandling] },
      { id: 'CC7.5', title: 'Recovery from incidents', facts: [elsewhere.backups] },
      {
        id: 'CC8.1',
        title: 'Changes authorized, tested and approved',
        facts: [records.settingsChangesAreRecorded, elsewhere.development],
      },
      { id: 'CC9.1', title: 'Disruption of business', facts: [elsewhere.continuity] },
      { id: 'CC9.2', title: 'Vendors and partners', facts: [operation.enginesAreKnown, elsewhere.supplierReviews] },
    ],
  },
];
