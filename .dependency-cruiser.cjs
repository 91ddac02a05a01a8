// Which part may know which. Every rule has a probe in scripts/boundary-probes.mjs that breaks it on
// purpose and must be caught.

const nest = 'node_modules/@nestjs/';
/** Test code that stands beside what it tests. */
const testCode = '\\.(spec|contract|suite|arbitrary|scene|process)\\.ts$|/contract/';
const database = 'node_modules/(pg|typeorm|pg-copy-streams)/';
const onlyIn = (name, folder, packages) => ({
  name,
  comment: `Only ${folder} knows ${packages}; everything else goes through its port.`,
  severity: 'error',
  from: { pathNot: `^${folder}/` },
  to: { path: `node_modules/(${packages})/` },
});

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'imports-lead-to-sources',
      comment: 'An import that resolves nowhere, or into what was built, is seen by no other rule.',
      severity: 'error',
      from: {},
      to: { path: '^dist/' },
    },
    {
      name: 'imports-resolve',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'no-cycles',
      comment: 'A cycle means that two files are one concept.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'domain-knows-only-itself',
      comment: 'Deciders are pure: the domain imports itself and the error catalogue.',
      severity: 'error',
      from: { path: '^libs/domain/', pathNot: '\\.spec\\.ts$' },
      to: { pathNot: '^libs/(domain|error-catalogue)/' },
    },
    {
      name: 'error-catalogue-knows-nothing',
      severity: 'error',
      from: { path: '^libs/error-catalogue/', pathNot: '\\.spec\\.ts$' },
      to: { pathNot: '^libs/error-catalogue/' },
    },
    {
      name: 'libs-do-not-know-what-uses-them',
      comment: 'Dependencies point one way: apps → projections → libs → libs/domain.',
      severity: 'error',
      from: { path: '^libs/', pathNot: '\\.spec\\.ts$' },
      to: { path: '^(apps|projections)/' },
    },
    {
      name: 'projections-do-not-know-apps',
      severity: 'error',
      from: { path: '^projections/' },
      to: { path: '^apps/' },
    },
    {
      name: 'apps-do-not-know-each-other',
      severity: 'error',
      from: { path: '^apps/([^/]+)/' },
      to: { path: '^apps/', pathNot: '^apps/$1/' },
    },
    {
      name: 'nest-only-in-apps',
      severity: 'error',
      from: { path: '^(libs|projections)/' },
      to: { path: nest },
    },
    {
      name: 'formats-know-no-database',
      comment: 'Formats run in threads of their own and can be published alone.',
      severity: 'error',
      from: { path: '^libs/formats/', pathNot: '\\.spec\\.ts$' },
      to: { path: `${database}|^libs/(?!formats/|segments/|error-catalogue/)` },
    },
    {
      name: 'webhook-signing-stands-alone',
      severity: 'error',
      from: { path: '^libs/webhook-signing/', pathNot: '\\.spec\\.ts$' },
      to: { path: '^(libs/(?!webhook-signing/)|apps/|projections/)|node_modules/' },
    },
    onlyIn('pg-boss-behind-its-port', 'libs/job-queue', 'pg-boss'),
    onlyIn('bull-behind-its-port', 'libs/job-queue', 'bull'),
    onlyIn('kafkajs-behind-the-bus', 'libs/message-bus', 'kafkajs'),
    onlyIn('eventstore-client-behind-its-port', '(libs/event-store|test/eventstore-double)', '@eventstore/db-client'),
    onlyIn('s3-client-behind-its-port', '(libs/blob-store|test/servers)', '@aws-sdk/[^/]+'),
    {
      name: 'triton-client-stands-alone',
      comment: 'It is published as a package of its own and knows nothing of the service.',
      severity: 'error',
      from: { path: '^libs/triton-client/', pathNot: testCode },
      to: { path: '^(libs/(?!triton-client/)|apps/|projections/)|node_modules/(?!@grpc/)' },
    },
    onlyIn('undici-behind-the-sender', 'libs/webhook-sender', 'undici'),
    onlyIn('ipaddr-behind-ip-address', 'libs/ip-address', 'ipaddr\\.js'),
    {
      name: 'product-does-not-know-tests',
      severity: 'error',
      from: { path: '^(apps|libs|projections)/', pathNot: testCode },
      to: { path: `^test/|${testCode}|node_modules/(vitest|fast-check|standardwebhooks)/` },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    doNotFollow: { path: '^(node_modules|dist)/' },
    enhancedResolveOptions: { conditionNames: ['transledger-source', 'node', 'import', 'default'], exportsFields: ['exports'] },
  },
};
