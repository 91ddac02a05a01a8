/** Whether this role was started without a supervisor, which would migrate the database and collect its metrics. */
export const isUnsupervised = (): boolean => process.send === undefined;
