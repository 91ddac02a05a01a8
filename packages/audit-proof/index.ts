export { cosignatureIn, formatAddCheckpoint } from './add-checkpoint.js';
export { type Checkpoint, formatCheckpoint, parseCheckpoint } from './checkpoint.js';
export { consistencyProof, type TreeHead, verifyConsistency } from './consistency.js';
export { cosign, verifyCosignature } from './cosignature.js';
export { type Cosigner, cosignersOf } from './cosigners.js';
export { type ExportFault, type ExportVerdict, type VerifiedExport, verifyExport } from './export-verification.js';
export { inclusionProof, rootOfInclusion, subtreesOfInclusion, verifyInclusion } from './inclusion.js';
export { type ReceiptVerdict, type VerifiedReceipt, verifyReceipt } from './receipt-verification.js';
export { formatNote, type NoteSignature, parseNote, type SignedNote, signNote, verifyNote } from './signed-note.js';
export { type StampedHead, stampedHeadsIn } from './stamped-heads.js';
export { type HashOfSubtree, rootOfSubtrees, type Subtree, subtreesOf } from './subtrees.js';
export { bundlePath, decodeBundle, encodeBundle, parseTilePath, type Tile, tilePath, tileWidth } from './tiles.js';
export { type OlderEntries, TimeOrder } from './time-order.js';
export { TreeBuilder } from './tree-builder.js';
export { emptyRoot, hashLength, leafHash, nodeHash } from './tree-hash.js';
export {
  formatVerifierKey,
  makeVerifierKey,
  parseVerifierKey,
  signatureType,
  type VerifierKey,
} from './verifier-key.js';
export { type PolicyWitness, parsePolicy, type WitnessPolicy } from './witness-policy.js';
