/** The kinds of data of which an organization says how long they are kept. */
export const retentionKinds = ['documents', 'reports', 'webhookDeliveries'] as const;
export type RetentionKind = (typeof retentionKinds)[number];

/** ISO 8601 durations; null is what the operator set. */
export type Retention = { [Kind in RetentionKind]: string | null };

/** The name of an organization, and the settings that it chooses itself. */
export type OrganizationSettings = {
  name: string;
  /** Hosts that webhooks may go to; empty allows every public host. */
  webhookHosts: string[];
  retention: Retention;
};

/** The settings that a change names. */
export type SettingsChanges = Partial<Pick<OrganizationSettings, 'name' | 'webhookHosts'>> & {
  retention?: Partial<Retention>;
};

export const initialSettings = (name: string): OrganizationSettings => ({
  name,
  webhookHosts: [],
  retention: { documents: null, reports: null, webhookDeliveries: null },
});

export const changedSettings = (before: OrganizationSettings, changes: SettingsChanges): OrganizationSettings => ({
  name: changes.name ?? before.name,
  webhookHosts: changes.webhookHosts ?? before.webhookHosts,
  retention: { ...before.retention, ...changes.retention },
});

/** Whether a webhook may go to the URL; where no hosts are named, it may be any. */
export const allowsWebhookTo = (hosts: readonly string[], url: string): boolean =>
  hosts.length === 0 || (URL.canParse(url) && hosts.includes(new URL(url).hostname));
