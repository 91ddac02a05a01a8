import type { InstallationMetadata } from '#libs/event-sourcing/event-metadata.js';
import { newId } from '#libs/platform/ids/new-id.js';

/** Metadata of what the operator did to the installation, as the service sees it now. */
export const installationMetadata = (now: Date): InstallationMetadata => ({
  organizationId: null,
  actorType: 'operator',
  keyId: null,
  requestId: newId('req'),
  clientRequestId: null,
  traceparent: null,
  occurredAt: now.toISOString(),
});
