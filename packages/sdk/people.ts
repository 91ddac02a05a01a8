import { List } from './pages.js';
import { type CallOptions, Part, path } from './requests.js';
import type * as api from './types.js';

export class ApiKeys extends Part {
  /**
   * Makes a key. The answer alone has it.
   * @example const { id, key } = await client.apiKeys.create({ name: 'build', scopes: ['translate'] });
   */
  create(fields: api.ApiKeyFields, options?: CallOptions): api.Answered<api.CreatedApiKey> {
    return this.requests.data({ method: 'POST', path: '/v1/api-keys', body: fields, creates: true }, options);
  }

  /**
   * The keys of the organization, newest first.
   * @example for await (const { name, last_used_at } of client.apiKeys.list()) console.log(name, last_used_at);
   */
  list(query: api.Query<'listApiKeys'> = {}, options?: CallOptions): List<api.ApiKey, api.ApiKeyList> {
    return new List(this.requests, { path: '/v1/api-keys', query }, (page) => page.api_keys, options);
  }

  /**
   * Puts a new key in the place of one, which goes on for a day.
   * @example const { key } = await client.apiKeys.rotate(keyId);
   */
  rotate(id: string, options?: CallOptions): api.Answered<api.CreatedApiKey> {
    return this.requests.data({ method: 'POST', path: path`/v1/api-keys/${id}/rotate`, creates: true }, options);
  }

  /**
   * Revokes a key.
   * @example await client.apiKeys.revoke(keyId);
   */
  revoke(id: string, options?: CallOptions): api.Answered<{ id: string; revoked: boolean }> {
    return this.requests.data({ method: 'DELETE', path: path`/v1/api-keys/${id}` }, options);
  }
}

export class Users extends Part {
  /**
   * Invites a person. The answer alone has the link, `invite_url`.
   * @example const { id, invite_url } = await client.users.invite({ email: 'ada@example.com', role: 'translator' });
   */
  invite(invitation: api.Invitation, options?: CallOptions): api.Answered<api.InvitedUser> {
    return this.requests.data({ method: 'POST', path: '/v1/users', body: invitation, creates: true }, options);
  }

  /**
   * The users of the organization.
   * @example for await (const { name, email, role } of client.users.list()) console.log(name, email, role);
   */
  list(query: api.Query<'listUsers'> = {}, options?: CallOptions): List<api.User, api.UserList> {
    return new List(this.requests, { path: '/v1/users', query }, ({ users }) => users, options);
  }

  /**
   * One of them.
   * @example const { name, status } = await client.users.get(userId);
   */
  get(id: string, options?: CallOptions): api.Answered<api.User> {
    return this.requests.get(path`/v1/users/${id}`, {}, options);
  }

  /**
   * Changes name or role. Keys with scopes that the role has not are revoked: `revoked_keys`.
   * @example const { revoked_keys } = await client.users.update(userId, { role: 'auditor' });
   */
  update(id: string, changes: api.UserChanges, options?: CallOptions): api.Answered<api.ChangedUser> {
    return this.requests.data({ method: 'PATCH', path: path`/v1/users/${id}`, body: changes }, options);
  }

  /**
   * Deletes a user. The user's keys are revoked, or `transfer`red to you.
   * @example const { revoked_keys } = await client.users.delete(userId, { keys: 'revoke' });
   */
  delete(id: string, query: api.Query<'deleteUser'> = {}, options?: CallOptions): api.Answered<api.DeletedUser> {
    return this.requests.data({ method: 'DELETE', path: path`/v1/users/${id}`, query }, options);
  }

  /**
   * Ends the open sessions of a user, but for your own; the user may sign in again.
   * @example const { ended_sessions } = await client.users.endSessions(userId);
   */
  endSessions(id: string, options?: CallOptions): api.Answered<api.EndedSessions> {
    return this.requests.data({ method: 'DELETE', path: path`/v1/users/${id}/sessions` }, options);
  }
}

export class OrganizationSettings extends Part {
  /**
   * The organization of the key, with its limits.
   * @example const { name, tier, limits } = await client.organization.get();
   */
  get(options?: CallOptions): api.Answered<api.Organization> {
    return this.requests.get('/v1/organization', {}, options);
  }

  /**
   * Changes its settings: the fields that are given.
   * @example await client.organization.update({ retention: { documents: 'P3D' } });
   */
  update(changes: api.OrganizationChanges, options?: CallOptions): api.Answered<api.Organization> {
    return this.requests.data({ method: 'PATCH', path: '/v1/organization', body: changes }, options);
  }
}

/** Signing in with a password, on a page of the service itself. Nothing of this is tried again. */
export class Sessions extends Part {
  /**
   * Signs in; the browser keeps the session's cookie.
   * @example const { user } = await browserClient.session.signIn({ email, password });
   */
  signIn(credentials: api.Credentials, options?: CallOptions): api.Answered<api.Session> {
    return this.requests.data({ method: 'POST', path: '/v1/auth/login', body: credentials, once: true }, options);
  }

  /**
   * The session: who is signed in, and until when.
   * @example const { user, expires_at } = await browserClient.session.get();
   */
  get(options?: CallOptions): api.Answered<api.Session> {
    return this.requests.get('/v1/auth/session', {}, options);
  }

  /**
   * Takes an invitation up: sets the password, and signs in.
   * @example const { user } = await browserClient.session.acceptInvite({ token, password });
   */
  acceptInvite(invite: { token: string; password: string }, options?: CallOptions): api.Answered<api.Session> {
    return this.requests.data({ method: 'POST', path: '/v1/auth/invites', body: invite, once: true }, options);
  }

  /**
   * Completes the owner of the first start by the link of `transledger-admin owner link`, and signs in.
   * @example
   * const { user } = await browserClient.session.signUpOwner({ token: ownerToken, email: 'ada@example.com', password: 'correct horse battery staple' });
   */
  signUpOwner(
    owner: { token: string; email: string; password: string; name?: string },
    options?: CallOptions,
  ): api.Answered<api.Session> {
    return this.requests.data({ method: 'POST', path: '/v1/auth/owner', body: owner, once: true }, options);
  }

  /**
   * Changes the password.
   * @example await browserClient.session.changePassword({ current: password, new: newPassword });
   */
  changePassword(passwords: { current: string; new: string }, options?: CallOptions): api.Answered<api.Session> {
    return this.requests.data({ method: 'POST', path: '/v1/auth/password', body: passwords, once: true }, options);
  }

  /**
   * Signs out.
   * @example await browserClient.session.signOut();
   */
  signOut(options?: CallOptions): api.Answered<{ signed_out: boolean }> {
    return this.requests.data({ method: 'POST', path: '/v1/auth/logout', once: true }, options);
  }
}
