/** Prefix of the leases of exports; none is held again once its export has ended. */
export const exportLeases = 'audit-export/';

/** The lease of the process that sends an export, from before its start until after its end. */
export const exportLease = (exportId: string): string => `${exportLeases}${exportId}`;
