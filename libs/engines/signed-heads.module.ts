import { Module } from '@nestjs/common';
import { SETTINGS, SIGNED_HEADS } from '#libs/ports/tokens.js';
import { openSignedHeads } from './signed-heads.js';

/** Provides the copy of the signed heads of the audit logs outside the database. */
@Module({
  providers: [{ provide: SIGNED_HEADS, inject: [SETTINGS], useFactory: openSignedHeads }],
  exports: [SIGNED_HEADS],
})
export class SignedHeadsModule {}
