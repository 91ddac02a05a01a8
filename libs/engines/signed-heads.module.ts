import { Module } from '@nestjs/common';
import { SETTINGS, SIGNED_HEADS } from '#libs/ports/tokens.js';
import { openSignedHeads } from './signed-heads.js';

/** What was signed of the audit logs, outside the database. */
@Module({
  providers: [{ provide: SIGNED_HEADS, inject: [SETTINGS], useFactory: openSignedHeads }],
  exports: [SIGNED_HEADS],
})
export class SignedHeadsModule {}
