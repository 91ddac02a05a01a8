import type { People } from '@transledger/sdk';

/** A person as people say it: by name, else by e-mail address, else by id. */
export const nameOf = (userId: string, people: People): string =>
  people[userId]?.name || people[userId]?.email || userId;
