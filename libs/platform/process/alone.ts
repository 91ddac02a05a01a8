/** Whether this role was started by itself: no supervisor migrates the database or collects metrics for it. */
export const isAlone = (): boolean => process.send === undefined;
