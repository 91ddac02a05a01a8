import { counted, countedOrNo, listed, numberOf, sentence, sumOf } from '../../wording.js';
import type { EvidenceView } from '../evidence-view.js';
import { actsBy, type FactOf, factOfActs, factOfSettings } from './fact.js';

export const enginesAreKnown: FactOf = async ({ service }) => {
  const engines = Object.entries(service.engines).map(([duty, engine]) => `${duty} ${engine}`);
  return factOfSettings({
    text: `The service runs release ${service.version} with these engines: ${listed(engines)}. Who hosts them is not known to it.`,
    needed: 'It is not known which engines run. Needed: the settings of the service.',
    settings: engines.length > 0,
    figures: [{ name: 'Engines', value: engines.length, unit: 'engines' }],
  });
};

/** Limits that hold for an organization; the others hold for each of its keys. */
const ofOrganization: readonly string[] = ['characters per day', 'storage bytes'];

/** The limits of the tier in words: `3000 requests per minute of each key`, `characters per day without limit`. */
const limitsOf = ({ organization, service }: EvidenceView): string[] => {
  const begin = `TRANSLEDGER_TIER_${organization.tier.toUpperCase()}_`;
  return Object.entries(service.settings).flatMap(([name, value]) => {
    if (!name.startsWith(begin)) return [];
    const limited = name.slice(begin.length).toLowerCase().replaceAll('_', ' ');
    const whose = ofOrganization.includes(limited) ? 'the organization' : 'each key';
    return [value === '0' ? `${limited} without limit` : `${numberOf(Number(value))} ${limited} of ${whose}`];
  });
};

/** The limit of all keys together, which is so many times that of one. */
const togetherOf = ({
  TRANSLEDGER_ORGANIZATION_LIMIT_FACTOR: factor = '0',
}: Readonly<Record<string, string>>): string =>
  factor === '0' ? '' : `; all keys together have ${factor} times the requests of one`;

const limitCodes: readonly (string | null)[] = [
  'rate_limit_exceeded',
  'concurrent_limit',
  'quota_exceeded',
  'insufficient_quota',
];

/** Refusals by a limit; the entries are failures, of which these are a part. */
export const useIsLimited: FactOf = async (view) => {
  const limits = limitsOf(view);
  const { byCode } = view.failures;
  const refusals = sumOf(byCode.filter(({ code }) => limitCodes.includes(code)).map(({ count }) => count));
  if (refusals === 0)
    return factOfSettings({
      text: `The organization is in the tier ${view.organization.tier}, which has these limits: ${listed(limits)}${togetherOf(view.service.settings)}. No request met a limit in the period.`,
      needed: 'It is not known which limits hold. Needed: the limits of the tier in the settings.',
      settings: limits.length > 0,
      figures: [{ name: 'Refused by a limit', value: refusals, unit: 'entries' }],
    });
  return factOfActs(view, { result: 'failure' }, (entries) => ({
    text: `${counted(refusals, 'entry records', 'entries record')} requests that a limit of the tier ${view.organization.tier} refused, among ${counted(entries, 'failure')} in all.`,
    needed: 'It is not known which limits hold. Needed: the limits of the tier in the settings.',
    settings: limits.length > 0,
    figures: [{ name: 'Refused by a limit', value: refusals, unit: 'entries' }],
  }));
};

export const failuresAreRecorded: FactOf = (view) =>
  factOfActs(view, { result: 'failure' }, (entries) => ({
    text: `${counted(entries, 'entry records', 'entries record')} acts that failed, by the caller's fault or by the service's; the table of failed and denied acts names their codes.`,
    needed: 'No act failed in the period, so that nothing shows how failures are recorded. Needed: an act that fails.',
    settings: false,
    figures: [{ name: 'Failed acts', value: entries, unit: 'entries' }],
  }));

/** The connections between the service and its engines, and from callers, as far as settings say. */
export const transportIsEncrypted: FactOf = async ({ service: { settings } }) => {
  const connections = Object.entries(settings).filter(([name]) => name.endsWith(' connection'));
  const listedConnections = listed(connections.map(([name, value]) => `${name}: ${value}`));
  const publicUrl = settings.TRANSLEDGER_PUBLIC_URL ?? '';
  const caller = publicUrl === '' ? '' : ` Callers are given addresses that begin with ${publicUrl}.`;
  const known = listedConnections || 'no engine is reached over a network';
  return factOfSettings({
    text: `The settings say of connections: ${known}.${caller} What a proxy before the service does is not known.`,
    needed: `No setting says that a connection is encrypted (${known}).${caller} Needed: TLS between service, engines and callers, stated in the settings.`,
    settings: connections.some(([, value]) => value === 'TLS') || publicUrl.startsWith('https:'),
  });
};

const actsOnWebhooks = actsBy('webhook_create', 'webhook_update', 'webhook_delete', 'webhook_disable');

/** Where data go by webhooks, and what forbids other places. */
export const receiversAreLimited: FactOf = (view) => {
  const { webhooks, webhookHosts } = view.organization;
  const allowed = webhookHosts.length === 0 ? 'every public host' : listed(webhookHosts);
  const { TRANSLEDGER_WEBHOOK_ALLOW_PRIVATE: inner, TRANSLEDGER_WEBHOOK_ALLOW_HTTP: plain } = view.service.settings;
  const relaxed = [...(inner === 'true' ? ['private addresses'] : []), ...(plain === 'true' ? ['plain http'] : [])];
  return factOfActs(view, actsOnWebhooks, (entries) => ({
    text:
      `${sentence(countedOrNo(webhooks.length, 'webhook is', 'webhooks are'))} subscribed; a webhook may go to ${allowed}, its messages are signed. ` +
      `${relaxed.length === 0 ? '' : `The operator lets webhooks use ${listed(relaxed)}. `}` +
      `${entries === 0 ? 'No subscription was changed in the period.' : `${counted(entries, 'entry', 'entries')} of the period changed subscriptions.`} Receivers that documents name for themselves are not listed.`,
    needed:
      'No webhook is subscribed, and no host is named. Needed: subscriptions, or the hosts that webhooks may go to.',
    settings: webhooks.length > 0 || webhookHosts.length > 0,
    figures: [
      { name: 'Webhooks subscribed', value: webhooks.length, unit: 'webhooks' },
      { name: 'Hosts allowed to webhooks', value: webhookHosts.length, unit: 'hosts' },
    ],
  }));
};

/** Why controls of what webhooks send do not apply; undefined where any can have gone out in the period. */
export const hasNoReceivers = async (view: EvidenceView): Promise<string | undefined> => {
  const { count } = await view.acts(actsBy('webhook_create', 'webhook_update', 'webhook_replay', 'document_upload'));
  return view.organization.webhooks.length > 0 || count > 0
    ? undefined
    : 'No webhook is subscribed, none was in the period, and no document was uploaded that could name a receiver of its own.';
};

export const terminologyIsControlled: FactOf = (view) =>
  factOfActs(view, actsBy('glossary_create', 'glossary_update', 'glossary_delete'), (entries) => ({
    text: `People fixed terms by glossaries: ${counted(entries, 'entry', 'entries')} of the period created, changed or deleted one.`,
    needed:
      'No glossary was created, changed or deleted in the period. Needed: glossaries, where terms have to be fixed by people.',
    settings: false,
    figures: [{ name: 'Changes of glossaries', value: entries, unit: 'entries' }],
  }));
