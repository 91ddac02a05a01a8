import type { AuditResult } from '#libs/domain/audit/audit-vocabulary.js';
import type { EventType } from '#libs/domain/domain-event.js';
import { isAccountId } from '#libs/domain/user/account-id.js';
import { actOn, type Description, type Descriptions } from './act.js';
import { administrationActs } from './administration.acts.js';
import { known, provenanceFacts } from './facts.js';
import { translationActs } from './translation.acts.js';

const keyAct = actOn('api_key');
const userAct = actOn('user');

const resultOfRefusal = (status: number): AuditResult => (status === 401 || status === 403 ? 'denied' : 'failure');

/** Acts that were refused. */
const refusals = {
  RequestRefused: ({ data }) => ({
    action: data.action,
    resource: data.resource,
    resource_id: data.resourceId,
    result: resultOfRefusal(data.status),
    facts: {
      code: data.code,
      status: data.status,
      ...known({
        character_count: data.characterCount,
        domain: data.domain,
        endpoint: data.endpoint,
        method: data.method,
        route: data.route,
        source_language: data.sourceLanguage,
        target_language: data.targetLanguage,
        word_count: data.wordCount,
      }),
      ...provenanceFacts(data),
    },
  }),
  RefusalsCounted: ({ data }) => ({
    // An attempt to sign in on no known account is counted under the organization.
    ...(isAccountId(data.keyId) || data.keyId === data.organizationId ? userAct : keyAct)(
      'request_refused',
      data.keyId,
      {
        code: data.code,
        count: data.count,
        first_at: data.firstAt,
        last_at: data.lastAt,
        routes: data.routes,
        status: data.status,
        ...known({ callers: data.callers }),
      },
    ),
    result: resultOfRefusal(data.status),
  }),
} as const satisfies Descriptions;

/**
 * Every event type, so that a new one does not compile until it is declared as an act or as none.
 * One act leaves one entry: a rotation is recorded by the event on the old key, an upload's translation by
 * its end. Null: the service's own doing, or a part of an act that another event records.
 */
export const acts = {
  ...refusals,
  ...translationActs,
  ...administrationActs,
} as const satisfies { [Type in EventType]: Description<Type> };

/** The event types that leave an entry. */
export type AuditedEventType = {
  [Type in EventType]: (typeof acts)[Type] extends null ? never : Type;
}[EventType];
