import type { ServerName } from '#test/servers/installed.js';

/** A page whose commands are typed, each page as an organization of its own in a folder of its own. */
export interface WalkedPage {
  page: string;
  /** Commands that make what the page takes for granted; none when absent. */
  before?: string;
  /** Whether its commands are those of the client's command line. */
  needsClient?: true;
  /** Words that a reader fills in or sees otherwise, by the text that stands on the page. */
  ownWords?: Readonly<Record<string, string>>;
}

const translateOne = `curl -s $API/v1/translate -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json' \\
  -d '{"text": "The contract is signed on Monday.", "source": "en", "target": "es"}'`;

const listEntries = 'curl -s "$API/v1/compliance/audit-logs" -H "Authorization: Bearer $KEY"';

const uploadOne =
  'curl -s $API/v1/documents -H "Authorization: Bearer $KEY" -F target=es -F source=en -F file=@report.docx';

const glossaryOne = `curl -s $API/v1/glossaries -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json' \\
  -d '{"name": "contract terms", "source_language": "en", "target_language": "es", "entries": [{"source": "contract", "target": "contrato"}, {"source": "house", "target": "casa"}]}'`;

/** An act in the signed log, the key of that log, and the key of the API in a file. */
const signedOne = `${translateOne.replace('/translate ', '/translate?receipt=true ')}
LOG_KEY=$(curl -s "$API/v1/compliance/audit-logs/keys" -H "Authorization: Bearer $KEY" | grep -o '"verifier_key":"[^"]*' | cut -d '"' -f 4)
printf %s "$KEY" > acme.key && chmod 600 acme.key`;

const now = '$(date -u +%Y-%m-%dT%H:%M:%S.%3NZ)';

export const walkedPages: readonly WalkedPage[] = [
  { page: 'README.md', needsClient: true },
  { page: 'docs/README.md' },
  { page: 'docs/text.md' },
  { page: 'docs/stream.md' },
  { page: 'docs/documents.md' },
  { page: 'docs/glossaries.md' },
  { page: 'docs/cli.md', needsClient: true },
  { page: 'docs/webhooks.md' },
  { page: 'docs/users.md' },
  { page: 'docs/compliance.md', before: uploadOne },
  { page: 'docs/erasure.md', before: `${translateOne}\n${listEntries}` },
  {
    page: 'docs/history.md',
    before: glossaryOne,
    ownWords: {
      '2026-11-21T10:30:00%2B02:00': now,
      '2026-11-21T10:30:00+02:00': now,
      'CLUSTER=data/': 'CLUSTER=$TRANSLEDGER_DATA_DIR/',
    },
  },
  {
    page: 'docs/audit-log.md',
    before: translateOne,
    ownWords: { 'build server': 'first key', 'curl/8.5.0': 'curl/…' },
  },
  { page: 'docs/audit-export.md', before: `${translateOne}\n${translateOne}` },
  {
    page: 'docs/audit-proofs.md',
    before: signedOne,
    ownWords: { "'mt.example.com/org_…+1a2b3c4d+AQ…'": '"$LOG_KEY"', '--url https://mt.example.com': '--url $API' },
  },
  { page: 'docs/limits.md' },
  { page: 'docs/authentication.md' },
  { page: 'docs/clients.md' },
  { page: 'docs/operations.md' },
];

/** Pages whose commands nobody types here, each with the reason. */
export const otherPages: Readonly<Record<string, string>> = {
  'docs/auditors.md': 'auditors.e2e types it and compares every line',
  'docs/cluster.md': 'it needs the servers of a cluster: cluster runs of the tests start them',
  'docs/containers.md': 'it needs a container engine: see test/infra/containers',
  'docs/faults.md': 'it breaks what it runs on for many minutes: see fault.e2e',
  'docs/fidelity.md': 'it needs a folder of documents: see test/fidelity',
  'docs/kubernetes.md': 'it needs Kubernetes: see test/infra/helm',
  'docs/models.md':
    'it asks a terminal, and fetches from others: models.commands.int and models.e2e have a source of their own',
  'docs/sdk.md': 'sdk.e2e installs the archive and runs its programs',
  'docs/monitoring.md': 'it mends what has failed: see operator-lists.e2e and readiness.e2e',
};

/** Commands that are not typed, or whose answer is not compared with that of the page. */
export interface Exception {
  page: string;
  /** How the commands begin. */
  commands: string;
  isTyped: boolean;
  /** Only where this is not installed; everywhere when absent. */
  without?: ServerName;
  why: string;
}

export const exceptions: readonly Exception[] = [
  {
    page: 'README.md',
    commands: "node --input-type=module <<'PROGRAM'\nimport { Transledger }",
    isTyped: false,
    why: 'it needs the archive of the SDK: sdk.e2e installs it',
  },
  { page: 'README.md', commands: 'npm start', isTyped: false, why: 'start.faults starts a service of its own' },
  {
    page: 'README.md',
    commands: 'export TRANSLEDGER_DATA_DIR=./data-cluster',
    isTyped: false,
    why: 'it brings servers of 370 MB; cluster runs of the tests start it',
  },
  {
    page: 'README.md',
    commands: 'npm run dev',
    isTyped: false,
    why: 'they work on the sources, and two are this very run',
  },
  ...['README.md', 'docs/cli.md'].map((page) => ({
    page,
    commands: 'npm run -s pack',
    isTyped: false,
    why: 'the walk packs the program itself, and installs it for nobody',
  })),
  {
    page: 'docs/documents.md',
    commands: 'curl -s $API/v1/formats',
    isTyped: true,
    without: 'libreoffice',
    why: 'it makes most of the outputs',
  },
  {
    page: 'docs/webhooks.md',
    commands: "node --input-type=module <<'PROGRAM'\nimport { createHmac",
    isTyped: false,
    why: 'it receives until it is ended: documented-receiver.unit starts it',
  },
  {
    page: 'docs/audit-export.md',
    commands: 'npm run -s transledger-admin -- audit export --output s3://',
    isTyped: false,
    why: 'it needs a bucket; the specs of exports have one',
  },
  {
    page: 'docs/audit-proofs.md',
    commands: 'TRANSLEDGER_WITNESSES=',
    isTyped: false,
    why: 'it is a setting of the service: witnesses.e2e sets it',
  },
  {
    page: 'docs/audit-proofs.md',
    commands: 'TRANSLEDGER_TSA_URL=',
    isTyped: false,
    why: 'it is a setting of the service: time-stamps.e2e sets it',
  },
  {
    page: 'docs/audit-proofs.md',
    commands:
      "npm run -s transledger-admin -- audit verify receipt.json --key 'mt.example.com/org_…+1a2b3c4d+AQ…' --tsa-ca",
    isTyped: false,
    why: 'it needs a witness and an authority: witnesses.e2e and time-stamps.e2e have them',
  },
  {
    page: 'docs/audit-proofs.md',
    commands: 'jq -j ',
    isTyped: false,
    why: 'it needs the stamp of an authority: time-stamps.e2e has OpenSSL verify one',
  },
  {
    page: 'docs/operations.md',
    commands: 'npm run -s transledger-admin -- doctor',
    isTyped: true,
    why: 'the page shows a service with faults, and what is found depends on the machine; its specs hold each line',
  },
  {
    page: 'docs/operations.md',
    commands: 'export TRANSLEDGER_DATA_DIR=./data-restored',
    isTyped: false,
    why: 'it needs a second service; backup.faults restores one',
  },
];
