/** Prefix of the leases of reports; none is held again once its report has ended. */
export const reportLeases = 'report/';

/** The lease of the worker that has a report in hand. */
export const reportLease = (reportId: string): string => `${reportLeases}${reportId}`;
