export const readModelSchema = 'read_model';

/** Table of the migrations that have run. */
export const migrationsTable = 'migrations';
