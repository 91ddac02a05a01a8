import type { SectionPlan } from '../controls.js';
import * as access from '../facts/access.facts.js';
import * as data from '../facts/data.facts.js';
import * as operation from '../facts/operation.facts.js';
import * as elsewhere from '../facts/outside.facts.js';
import * as records from '../facts/records.facts.js';

export const technologicalControls: SectionPlan = {
  id: 'technological_controls',
  title: 'A.8: technological controls',
  controls: [
    { id: 'A.8.2', title: 'Privileged access', facts: [access.managingKeysAreKnown] },
    {
      id: 'A.8.3',
      title: 'Restriction of access to information',
      facts: [access.keysAreScoped, access.refusedAccessIsRecorded],
    },
    {
      id: 'A.8.5',
      title: 'Secure authentication',
      facts: [access.actorsAreIdentified, access.signInsAreRecorded, access.keysExpire],
    },
    { id: 'A.8.6', title: 'Capacity', facts: [data.textsAreProcessed, operation.useIsLimited] },
    { id: 'A.8.7', title: 'Malware', facts: [elsewhere.malware] },
    { id: 'A.8.8', title: 'Technical vulnerabilities', facts: [elsewhere.vulnerabilities] },
    { id: 'A.8.9', title: 'Configuration', facts: [records.settingsChangesAreRecorded, operation.enginesAreKnown] },
    { id: 'A.8.10', title: 'Deletion of information', facts: [data.dataAreDeletedOnRequest, data.retentionIsLimited] },
    { id: 'A.8.11', title: 'Masking of data', facts: [data.personalDataIsSealed] },
    { id: 'A.8.12', title: 'Leakage of data', facts: [operation.receiversAreLimited, records.disclosuresAreRecorded] },
    { id: 'A.8.13', title: 'Backup', facts: [elsewhere.backups] },
    { id: 'A.8.15', title: 'Logging', facts: [records.actsAreRecorded, records.auditLogIsTamperEvident] },
    { id: 'A.8.16', title: 'Monitoring', facts: [access.refusedAccessIsRecorded, operation.failuresAreRecorded] },
    { id: 'A.8.17', title: 'Clocks', facts: [elsewhere.clocks] },
    { id: 'A.8.20', title: 'Security of networks', facts: [operation.transportIsEncrypted] },
    { id: 'A.8.24', title: 'Cryptography', facts: [data.filesAreEncrypted, data.personalDataIsSealed] },
    { id: 'A.8.25', title: 'Secure development', facts: [elsewhere.development] },
    { id: 'A.8.29', title: 'Security testing', facts: [elsewhere.penetrationTests] },
    { id: 'A.8.32', title: 'Changes', facts: [records.settingsChangesAreRecorded, elsewhere.development] },
  ],
};
