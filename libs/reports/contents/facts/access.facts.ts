import type { ActorEvidence } from '../../report-evidence.js';
import { counted, countedOrNo, listed, numberOf, sentence, timesText } from '../../wording.js';
import { actsBy, type FactOf, factOfActs, factOfSettings } from './fact.js';

/** Scopes by which a key changes keys, settings or what an audit rests on. */
export const powerfulScopes: readonly string[] = ['keys:manage', 'organization:manage', 'compliance:write'];

export const isPowerful = ({ scopes }: { readonly scopes: readonly string[] }): boolean =>
  scopes.some((scope) => powerfulScopes.includes(scope));

const activeKeys = (count: number): string => `${sentence(countedOrNo(count, 'API key is', 'API keys are'))} active`;

/** A part of what was named before: `none of them has`, `1 of them has`, `2 of them have`. */
const ofThem = (count: number, has: string, have: string): string =>
  `${count === 0 ? 'none' : numberOf(count)} of them ${count < 2 ? has : have}`;

/** Each key does what its scopes name, and keys are made, exchanged and ended by recorded acts. */
export const keysAreScoped: FactOf = async (view) => {
  const { keys } = view.organization;
  const powerful = keys.filter(isPowerful).length;
  return factOfActs(view, actsBy('api_key_create', 'api_key_rotate', 'api_key_revoke'), (entries) => ({
    text:
      `${activeKeys(keys.length)}${keys.length === 0 ? '' : `; ${ofThem(powerful, 'may', 'may')} manage keys, settings or compliance records`}. ` +
      `A key may do what its scopes name. ${
        entries === 0
          ? 'No key was created, rotated or revoked in the period.'
          : `In the period ${counted(entries, 'entry records', 'entries record')} keys that were created, rotated or revoked.`
      }`,
    needed:
      'No API key is active, and none was created, rotated or revoked in the period. Needed: keys with their scopes.',
    settings: keys.length > 0,
    figures: [
      { name: 'Active API keys', value: keys.length, unit: 'keys' },
      { name: 'Active keys that manage', value: powerful, unit: 'keys' },
      { name: 'Keys created, rotated or revoked', value: entries, unit: 'entries' },
    ],
  }));
};

export const keysExpire: FactOf = async ({ organization: { keys } }) => {
  const expiring = keys.filter(({ expiresAt }) => expiresAt !== null).length;
  return factOfSettings({
    text: `${activeKeys(keys.length)}; ${ofThem(expiring, 'has a time at which it ends', 'have a time at which they end')}.`,
    needed: `${activeKeys(keys.length)}${keys.length === 0 ? '' : '; none has a time at which it ends'}. Needed: keys that expire.`,
    settings: expiring > 0,
    figures: [{ name: 'Active keys that expire', value: expiring, unit: 'keys' }],
  });
};

export const keysAreLimitedByAddress: FactOf = async ({ organization: { keys } }) => {
  const limited = keys.filter(({ addressesRestricted }) => addressesRestricted).length;
  return factOfSettings({
    text: `${activeKeys(keys.length)}; ${ofThem(limited, 'works', 'work')} from named addresses alone.`,
    needed: `${activeKeys(keys.length)}${keys.length === 0 ? '' : '; none is limited to addresses'}. Needed: keys with a list of addresses.`,
    settings: limited > 0,
    figures: [{ name: 'Active keys limited by address', value: limited, unit: 'keys' }],
  });
};

/** Keys with the scopes that manage, which are to be few. */
export const managingKeysAreKnown: FactOf = async ({ organization: { keys } }) => {
  const powerful = keys.filter(isPowerful);
  return factOfSettings({
    text: `${activeKeys(keys.length)}; ${ofThem(powerful.length, 'has', 'have')} one of the scopes ${listed(powerfulScopes)}, as the table of keys says.`,
    needed: 'No API key is active. Needed: keys with their scopes.',
    settings: keys.length > 0,
    figures: [{ name: 'Active keys that manage', value: powerful.length, unit: 'keys' }],
  });
};

export const refusedAccessIsRecorded: FactOf = (view) =>
  factOfActs(view, { result: 'denied' }, (entries) => ({
    text:
      `${counted(entries, 'entry records', 'entries record')} access that was denied for the key, its scopes, its addresses or its ` +
      'organization, and sign-ins that failed. An entry can stand for several refusals of a minute.',
    needed:
      'No access was denied in the period, so that nothing shows how it is recorded. Needed: an attempt that is denied.',
    settings: false,
    figures: [{ name: 'Access denied', value: entries, unit: 'entries' }],
  }));

/** The naming of each kind of actor in an entry: not all of them are users. */
const actorsNamed: Readonly<Record<ActorEvidence['actor'], string>> = {
  api_key: 'by API keys (the key is named, with the user who made it, or the operator where the command line did)',
  user: 'by users who had signed in (the user is named)',
  operator: 'by the operator on the command line (no user is named)',
  system: 'by the service itself (whoever asked for what it goes back to is named)',
};

export const actorsAreIdentified: FactOf = (view) =>
  factOfActs(view, {}, (entries) => ({
    text:
      `${counted(entries, 'entry', 'entries')} of the period by who acted: ` +
      `${listed(view.actors.map(({ actor, count }) => `${numberOf(count)} ${actorsNamed[actor]}`))}. ` +
      'A user is named until that user is erased.',
    needed: 'The audit log has no entry of the period. Needed: use of the service by users who are known.',
    settings: false,
    figures: [{ name: 'Entries with an actor', value: entries, unit: 'entries' }],
  }));

export const accessIsWithdrawn: FactOf = (view) =>
  factOfActs(view, actsBy('api_key_revoke', 'user_delete', 'organization_suspend'), (entries) => ({
    text: `Access was withdrawn ${timesText(entries)}: keys revoked, users deleted, or the organization suspended.`,
    needed:
      'No access was withdrawn in the period. Needed: a key that is revoked or a user who is deleted, or a review that found none.',
    settings: false,
    figures: [{ name: 'Access withdrawn', value: entries, unit: 'entries' }],
  }));

export const keysAreExchanged: FactOf = (view) =>
  factOfActs(view, actsBy('api_key_rotate'), (entries) => ({
    text: `${counted(entries, 'key was exchanged for a new one', 'keys were exchanged for new ones')} in the period.`,
    needed: 'No key was exchanged in the period. Needed: rotations of keys.',
    settings: false,
    figures: [{ name: 'Keys rotated', value: entries, unit: 'entries' }],
  }));

/** Users and keys are the identities of the service: each is made, changed and ended by a recorded act. */
export const identitiesAreManaged: FactOf = (view) =>
  factOfActs(
    view,
    actsBy('user_create', 'user_update', 'user_delete', 'api_key_create', 'api_key_revoke'),
    (entries) => ({
      text: `${counted(entries, 'entry records', 'entries record')} users who were invited, changed or deleted, and keys that were created or revoked.`,
      needed:
        'No user and no key came or went in the period. Needed: a user or a key, or a review that found none to end.',
      settings: false,
      figures: [{ name: 'Users and keys that came, changed or went', value: entries, unit: 'entries' }],
    }),
  );

export const signInsAreRecorded: FactOf = (view) =>
  factOfActs(view, actsBy('user_login'), (entries) => ({
    text: `${counted(entries, 'sign-in')} of users succeeded in the period; refused ones are among what was denied.`,
    needed: 'Nobody signed in during the period. Needed: sign-ins, where people use the service without a key.',
    settings: false,
    figures: [{ name: 'Sign-ins', value: entries, unit: 'entries' }],
  }));
