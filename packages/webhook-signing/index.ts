export { generateSecret, isVerifiable, keyOfSecret } from './webhook-secret.js';
export { type SignedMessage, sign } from './webhook-signature.js';
export { type VerificationOptions, verify, WebhookVerificationError } from './webhook-verification.js';
