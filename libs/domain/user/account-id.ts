const prefix = 'acc_';

/** Whether an id that limits belong to is that of a user's account, and not of an API key. */
export const isAccountId = (id: string): boolean => id.startsWith(prefix);
