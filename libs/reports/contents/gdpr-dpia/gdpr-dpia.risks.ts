import type { ControlPlan } from '../controls.js';
import * as access from '../facts/access.facts.js';
import * as data from '../facts/data.facts.js';
import * as operation from '../facts/operation.facts.js';
import * as elsewhere from '../facts/outside.facts.js';
import * as records from '../facts/records.facts.js';

/** Risks that come with machine translation as a service, each with the measures that are in force. */
export const risks: readonly ControlPlan[] = [
  {
    id: 'R1',
    title: 'A leaked API key is used by others',
    facts: [access.keysAreLimitedByAddress, access.keysExpire, access.accessIsWithdrawn],
  },
  {
    id: 'R2',
    title: 'A key may do more than its user needs',
    facts: [access.managingKeysAreKnown, access.identitiesAreManaged, access.refusedAccessIsRecorded],
  },
  { id: 'R3', title: 'Documents are read from disk, from a backup or from a bucket', facts: [data.filesAreEncrypted] },
  {
    id: 'R4',
    title: 'The log tells who used the service and from where',
    facts: [data.personalDataIsSealed, data.subjectsAreErased],
  },
  {
    id: 'R5',
    title: 'Documents are kept longer than they are needed',
    facts: [data.retentionIsLimited, data.dataAreDeletedOnRequest],
  },
  {
    id: 'R6',
    title: 'Data travel to other places or companies than was agreed',
    facts: [data.dataLocationIsStated, operation.enginesAreKnown, operation.receiversAreLimited],
  },
  { id: 'R7', title: 'Somebody listens on the network', facts: [operation.transportIsEncrypted] },
  {
    id: 'R8',
    title: 'An abuse stays unseen, or its traces are changed',
    facts: [records.auditLogIsTamperEvident, records.logIsTakenOut],
  },
  {
    id: 'R9',
    title: 'A wrong translation is taken for right and harms a person',
    facts: [operation.terminologyIsControlled, elsewhere.humanReview, elsewhere.translationQuality],
  },
  { id: 'R10', title: 'Data are lost, or cannot be reached', facts: [elsewhere.backups, elsewhere.continuity] },
];
