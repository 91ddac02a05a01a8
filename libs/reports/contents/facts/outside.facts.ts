import { outside } from './fact.js';

/** Subjects that the service has no data on, with the documents that would be needed: their one home. */
export const contracts = outside(
  'contracts',
  'the signed agreements with the operator, with suppliers and with customers',
);
export const policies = outside('policies and their approval', 'the written policies with owner, date and approval');
export const responsibilities = outside(
  'roles and responsibilities of people',
  'the chart of the organization and the descriptions of roles',
);
export const staffTraining = outside('training and awareness of staff', 'records of training, by person and date');
export const staffReliability = outside(
  'the selection and the duties of staff',
  'records of screening and signed duties of confidentiality',
);
export const physicalSecurity = outside(
  'the premises where its machines are',
  'the records of the data centre or the office',
);
export const riskManagement = outside(
  'risks that people have assessed',
  'the register of risks with treatment, owner and date',
);
export const incidentHandling = outside(
  'how people handle incidents',
  'the incident plan, and the records of incidents in the period',
);
export const disturbances = outside(
  'disturbances of its own, such as outages, logs that were held back and views of a log that differ',
  "the operator's metrics, alerts and logs of the period",
);
export const backups = outside('backups and their recovery', 'records of backups, and of a recovery that was tried');
export const continuity = outside('plans for disruption', 'the continuity plan and the records of its exercises');
export const supplierReviews = outside(
  'reviews of suppliers',
  'the list of suppliers with the result and date of each review',
);
export const vulnerabilities = outside(
  'known vulnerabilities of the machines and programs around it',
  'results of scans, and the times of updates',
);
export const malware = outside(
  'malware protection of the machines it runs on',
  'the settings and reports of that protection',
);
export const development = outside(
  'how its releases are made and checked',
  'the records of reviews and tests of the release that runs',
);
export const clocks = outside('the clocks of its machines over the period', 'records of time synchronization');
export const classification = outside(
  'the class of the texts that are sent to it',
  "the organization's classification of what it translates",
);
export const notices = outside('what data subjects were told', 'the privacy notices, and the times at which they held');
export const subjectRequests = outside(
  'requests of data subjects that came by other ways',
  'the register of requests and answers',
);
export const necessity = outside(
  'whether another way would serve the purpose with less data',
  "the organization's own assessment",
);
export const consultations = outside(
  'advice of the data protection officer and the views of data subjects',
  'the advice and the views, in writing',
);
export const translationQuality = outside(
  "the accuracy of translations of the organization's texts",
  'an evaluation by people, or against reference translations of such texts',
);
export const humanReview = outside(
  'whether people read translations before they are used',
  'the rules of use, and a record of reviews',
);
export const disclosureToReaders = outside(
  'what readers of a translation are told',
  'the notice that stands beside machine translations',
);
export const trainingData = outside('the data that the models were made from', "the model's own documentation");
export const highRiskUse = outside(
  'what translations are used for',
  "the organization's list of uses, compared with Annex III",
);
export const generalPurposeModels = outside(
  'whether a model that Triton serves is a general purpose model',
  "the provider's documentation of the model",
);
export const ethics = outside(
  'integrity and ethical values in practice',
  'the code of conduct, and records of how it is kept',
);
export const externalCommunication = outside(
  'what is told to customers and authorities',
  'the notices that were sent, and to whom',
);
export const penetrationTests = outside(
  'tests by attackers who were asked',
  'the reports of such tests, and what was mended',
);
export const assessments = outside('assessments by people outside', 'the reports of audits of the period');
