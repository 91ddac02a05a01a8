/** Prefix of the leases of translations; none is held again once its translation has ended. */
export const translationLeases = 'document-translation/';

/** The lease of the worker that has a translation in hand. */
export const translationLease = (translationId: string): string => `${translationLeases}${translationId}`;
