import { sendAsOperator } from '#libs/application/operator-commands.js';
import { CreateOrganization } from '#libs/application/organizations/create-organization.handler.js';
import type { JsonObject } from '#libs/domain/json.js';
import { openFoundation } from '#libs/engines/foundation.js';
import type { Settings } from '#libs/platform/config/settings.js';
import { newId } from '#libs/platform/ids/new-id.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import { START } from '#libs/ports/event-store/position.js';
import type { SubjectKeys } from '#libs/ports/key-vault/subjects/subject-keys.port.js';

const organizationName = 'My organization';

const firstOf = async (eventStore: EventStore, type: string): Promise<JsonObject | undefined> => {
  const { events } = await eventStore.readAll({ after: START, types: [type], limit: 1 });
  return events[0]?.data;
};

const ownerOf = async (eventStore: EventStore, subjectKeys: SubjectKeys) => {
  const created = await firstOf(eventStore, 'UserCreated');
  if (created === undefined) return undefined;
  const subject = String(created.subject);
  const opened = await subjectKeys.open(subject, String(created.sealedUser));
  return typeof opened?.user_id === 'string' ? { subject, userId: opened.user_id } : undefined;
};

/**
 * Creates, on the very first start, an organization, its owner and a key with every scope, which is returned once
 * and never again. A start broken off half way continues where it was.
 */
export const ensureFirstKey = async (settings: Settings): Promise<string | undefined> => {
  const foundation = await openFoundation(settings, { role: 'first start', poolSize: 2 });
  const { eventStore, subjectKeys } = foundation;
  try {
    if ((await firstOf(eventStore, 'ApiKeyCreated')) !== undefined) return undefined;
    const created = await firstOf(eventStore, 'OrganizationCreated');
    const organizationId = created === undefined ? newId('org') : String(created.organizationId);
    const organization = {
      name: organizationName,
      tier: settings.TRANSLEDGER_BOOTSTRAP_TIER,
      presetKey: settings.TRANSLEDGER_BOOTSTRAP_API_KEY,
      existing: { organization: created !== undefined, owner: await ownerOf(eventStore, subjectKeys) },
    };
    const { key } = await sendAsOperator(
      foundation,
      { organizationId, userAgent: 'transledger first start' },
      (metadata) => new CreateOrganization(organization, metadata),
    );
    return key;
  } finally {
    await foundation.close();
  }
};
