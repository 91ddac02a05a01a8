import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { KeyAccess } from '#libs/application/key-access.js';
import { BeginSession } from '#libs/application/users/begin-session.handler.js';
import { Rejection } from '#libs/domain/errors/rejection.js';
import type { SignInMethod } from '#libs/domain/session/session.events.js';
import type { Account } from '#libs/domain/user/user.decider.js';
import { AccessDirectory } from '../access/access-directory.js';
import { BrowserSessions } from '../http/browser-sessions.js';
import { RequestCommands } from '../http/request-commands.js';
import { AccountAccess } from './account-access.js';
import type { SessionDto } from './auth.dto.js';

/** Begins the session of a user who was told. */
@Injectable()
export class BegunSessions {
  constructor(
    private readonly commands: RequestCommands,
    @Inject(AccountAccess) private readonly accountAccess: Pick<AccountAccess, 'sessionOf'>,
    @Inject(AccessDirectory) private readonly directory: Pick<AccessDirectory, 'applyWritten'>,
    @Inject(BrowserSessions) private readonly browserSessions: Pick<BrowserSessions, 'cookieFor'>,
  ) {}

  /**
   * Begins a session and gives its token, a new one each time, to the browser.
   * @throws Rejection `organization_suspended`
   */
  async begin(
    { request, reply }: { request: FastifyRequest; reply: FastifyReply },
    { account, access, method }: { account: Account; access: KeyAccess; method: SignInMethod },
  ): Promise<SessionDto> {
    request.caller.access = access;
    if (access.organizationSuspended) throw new Rejection('organization_suspended');
    const { token, expiresAt } = await this.commands.send(
      request,
      (metadata) => new BeginSession(account, method, metadata),
    );
    await this.directory.applyWritten();
    reply.header('Set-Cookie', this.browserSessions.cookieFor(token));
    return this.accountAccess.sessionOf(account, expiresAt);
  }
}
