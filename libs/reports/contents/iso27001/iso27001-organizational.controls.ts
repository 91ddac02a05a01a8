import type { SectionPlan } from '../controls.js';
import * as access from '../facts/access.facts.js';
import * as data from '../facts/data.facts.js';
import * as operation from '../facts/operation.facts.js';
import * as elsewhere from '../facts/outside.facts.js';
import * as records from '../facts/records.facts.js';

export const organizationalControls: SectionPlan = {
  id: 'organizational_controls',
  title: 'A.5: organizational controls',
  controls: [
    { id: 'A.5.1', title: 'Policies', facts: [elsewhere.policies] },
    { id: 'A.5.2', title: 'Roles and responsibilities', facts: [elsewhere.responsibilities] },
    { id: 'A.5.9', title: 'Inventory of assets', facts: [operation.enginesAreKnown] },
    { id: 'A.5.12', title: 'Classification of information', facts: [elsewhere.classification] },
    {
      id: 'A.5.14',
      title: 'Transfer of information',
      facts: [operation.receiversAreLimited],
      notApplicable: operation.hasNoReceivers,
    },
    { id: 'A.5.15', title: 'Access control', facts: [access.keysAreScoped, access.keysAreLimitedByAddress] },
    { id: 'A.5.16', title: 'Identities', facts: [access.actorsAreIdentified, access.identitiesAreManaged] },
    { id: 'A.5.17', title: 'Authentication information', facts: [access.keysAreExchanged, access.keysExpire] },
    {
      id: 'A.5.18',
      title: 'Access rights given and withdrawn',
      facts: [access.keysAreScoped, access.identitiesAreManaged, access.accessIsWithdrawn],
    },
    { id: 'A.5.19', title: 'Suppliers', facts: [elsewhere.supplierReviews] },
    { id: 'A.5.20', title: 'Security in agreements with suppliers', facts: [elsewhere.contracts] },
    { id: 'A.5.23', title: 'Cloud services', facts: [operation.enginesAreKnown, data.dataLocationIsStated] },
    { id: 'A.5.24', title: 'Preparation for incidents', facts: [elsewhere.incidentHandling] },
    {
      id: 'A.5.25',
      title: 'Assessment of events',
      facts: [
        access.refusedAccessIsRecorded,
        records.signingWasResumed,
        elsewhere.disturbances,
        elsewhere.incidentHandling,
      ],
    },
    { id: 'A.5.28', title: 'Collection of evidence', facts: [records.auditLogIsTamperEvident, records.recordsAreHeld] },
    { id: 'A.5.30', title: 'Readiness for disruption', facts: [elsewhere.continuity] },
    {
      id: 'A.5.31',
      title: 'Legal and contractual requirements',
      facts: [records.certificationsAreRecorded, elsewhere.contracts],
    },
    { id: 'A.5.33', title: 'Protection of records', facts: [records.auditLogIsTamperEvident, data.retentionIsLimited] },
    {
      id: 'A.5.34',
      title: 'Privacy',
      facts: [data.personalDataIsSealed, data.subjectsAreErased, data.subjectsAreTold],
    },
    { id: 'A.5.35', title: 'Independent review', facts: [elsewhere.assessments] },
  ],
};

export const peopleAndPhysicalControls: SectionPlan = {
  id: 'people_and_physical_controls',
  title: 'A.6 and A.7: people and physical controls',
  controls: [
    { id: 'A.6.1', title: 'Screening', facts: [elsewhere.staffReliability] },
    { id: 'A.6.3', title: 'Awareness and training', facts: [elsewhere.staffTraining] },
    { id: 'A.7.1', title: 'Physical perimeters', facts: [elsewhere.physicalSecurity] },
    { id: 'A.7.14', title: 'Disposal of equipment', facts: [elsewhere.physicalSecurity] },
  ],
};
