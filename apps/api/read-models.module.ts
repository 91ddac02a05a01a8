import { Module, type Type } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import { KeyVaultModule } from '#libs/engines/key-vault.module.js';
import { ReadModelDatabaseModule } from '#libs/engines/read-model-database.module.js';
import type { SubjectKeys } from '#libs/ports/key-vault/subjects/subject-keys.port.js';
import { READ_MODELS, SUBJECT_KEYS } from '#libs/ports/tokens.js';
import { readModelEntities } from '#projections/all-projections.js';
import { ApiKeyQueries } from '#projections/api-keys/api-keys.queries.js';
import { AuditLogQueries } from '#projections/audit-log/audit-log.queries.js';
import { DocumentQueries } from '#projections/documents/documents.queries.js';
import { GlossaryQueries } from '#projections/glossaries/glossaries.queries.js';
import { OrganizationQueries } from '#projections/organizations/organizations.queries.js';
import { CharactersQueries } from '#projections/usage/characters.queries.js';
import { UsageQueries } from '#projections/usage/usage.queries.js';

/** Queries that read personal data, and those that do not. Each class is its own token. */
const withPersonalData = [AuditLogQueries, DocumentQueries];
const plain = [ApiKeyQueries, CharactersQueries, GlossaryQueries, OrganizationQueries, UsageQueries];

const queriesOn = (queries: new (readModels: DataSource) => object) => ({
  provide: queries as Type,
  inject: [READ_MODELS],
  useFactory: (readModels: DataSource) => new queries(readModels),
});

const sealedQueriesOn = (queries: new (readModels: DataSource, subjectKeys: SubjectKeys) => object) => ({
  provide: queries as Type,
  inject: [READ_MODELS, SUBJECT_KEYS],
  useFactory: (readModels: DataSource, subjectKeys: SubjectKeys) => new queries(readModels, subjectKeys),
});

/** The read-model queries of the API. */
@Module({
  imports: [ReadModelDatabaseModule.register({ entities: readModelEntities, poolSize: 8 }), KeyVaultModule],
  providers: [...plain.map(queriesOn), ...withPersonalData.map(sealedQueriesOn)],
  exports: [...plain, ...withPersonalData],
})
export class ReadModelsModule {}
