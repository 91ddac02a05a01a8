import { Module } from '@nestjs/common';
import { COSIGNATURES, DATABASE_POOL, LOG_SIGNATURES, TIME_STAMPS } from '#libs/ports/tokens.js';
import { DatabaseModule } from './database.module.js';
import { openCosignatures, openLogSignatures, openTimeStamps } from './log-signatures.js';

/** Provides the signed heads of the audit logs with their cosignatures and time stamps. */
@Module({
  imports: [DatabaseModule],
  providers: [
    { provide: LOG_SIGNATURES, inject: [DATABASE_POOL], useFactory: openLogSignatures },
    { provide: COSIGNATURES, inject: [DATABASE_POOL], useFactory: openCosignatures },
    { provide: TIME_STAMPS, inject: [DATABASE_POOL], useFactory: openTimeStamps },
  ],
  exports: [COSIGNATURES, LOG_SIGNATURES, TIME_STAMPS],
})
export class LogSignaturesModule {}
