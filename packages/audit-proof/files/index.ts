export { entriesOf } from './entries-of.js';
export { logKeyOf } from './log-key-text.js';
export { type LogService, logServiceAt } from './log-service.js';
export { NotVerifiableError } from './not-verifiable-error.js';
export { olderLines } from './older-lines.js';
export { type FileVerdict, faultOf, type ProvenFile, verifyExportIn, verifyProofFile } from './proof-file.js';
export { witnessAsJson, witnessLines } from './witness-lines.js';
export { type WitnessedLog, type WitnessVerdict, witnessLog } from './witness-log.js';
