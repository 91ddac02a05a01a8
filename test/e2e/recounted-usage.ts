/** Fields of a leaf that usage is counted from. */
interface Leaf {
  action: string;
  resource: string;
  resource_id: string;
  result: string;
  request_id: string;
  actor_type: string;
  key_id: string | null;
  metadata: Record<string, unknown>;
}

/** The leaves that an export in NDJSON has of the first entries of the log. */
export const leavesOf = (exported: string, size: number): Leaf[] =>
  exported
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as { leaf?: string; leaf_index?: number })
    .flatMap(({ leaf, leaf_index = size }) =>
      leaf === undefined || leaf_index >= size
        ? []
        : [JSON.parse(Buffer.from(leaf, 'base64').toString('utf8')) as Leaf],
    );

const ofService = new Set(
  'request_refused retention_apply webhook_disable log_key_rotate log_resume organization_suspend organization_resume'.split(
    ' ',
  ),
);

const endpoints: Record<string, string> = {
  ...{ document: 'documents', api_key: 'api_keys', glossary: 'glossaries', webhook: 'webhooks' },
  ...{ organization: 'organization', user: 'auth' },
};

const endpointOf = ({ action, resource, metadata }: Leaf): string => {
  if (typeof metadata.endpoint === 'string') return metadata.endpoint;
  if (resource === 'text') return action === 'detect' ? 'detect' : 'translate';
  return endpoints[resource] ?? 'compliance';
};

interface Recounted {
  requests: number;
  characters: number;
  byEndpoint: Record<string, number>;
  byKey: Record<string, number>;
}

/** Usage as `docs/reports.md` says that a reader counts it, with nothing but the leaves. */
export const recounted = (leaves: readonly Leaf[]): Recounted => {
  const uploads = new Set(
    leaves.flatMap(({ action, resource_id, request_id }) =>
      action === 'document_upload' ? [`${resource_id} ${request_id}`] : [],
    ),
  );
  const isRequest = ({ action, resource_id, request_id, result, actor_type, key_id, metadata }: Leaf): boolean => {
    if (ofService.has(action)) return false;
    if (result !== 'success' && 'status' in metadata) return true;
    if (key_id === null && actor_type !== 'user') return false;
    if ('identity_linked' in metadata || metadata.method === 'new_password') return false;
    return action !== 'translate_document' || !uploads.has(`${resource_id} ${request_id}`);
  };
  const all: Recounted = { requests: 0, characters: 0, byEndpoint: {}, byKey: {} };
  for (const leaf of leaves) {
    const { action, result, metadata, key_id } = leaf;
    const isTranslated = result === 'success' || metadata.outcome === 'broken';
    if (isTranslated && action.startsWith('translate')) all.characters += Number(metadata.character_count);
    if (!isRequest(leaf)) continue;
    const [endpoint, key] = [endpointOf(leaf), key_id ?? 'without a key'];
    all.requests += 1;
    all.byEndpoint[endpoint] = (all.byEndpoint[endpoint] ?? 0) + 1;
    all.byKey[key] = (all.byKey[key] ?? 0) + 1;
  }
  return all;
};
