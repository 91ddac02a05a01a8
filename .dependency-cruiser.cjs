// Which part may know which. Every rule has a probe in scripts/boundary-probes.mjs that breaks it on
// purpose and must be caught.

const { api, engines, libs } = require('./scripts/rooms.cjs');
const { testCode } = require('./scripts/test-files.cjs');

const floors = (place, table) =>
  Object.entries(table).map(([room, below]) => ({
    name: `${place.replace('/', '-')}-${room}-knows-what-is-below`,
    comment: `${place}/${room} may import ${below.length === 0 ? 'itself alone' : below.join(', ')}.`,
    severity: 'error',
    from: { path: `^${place}/${room}/`, pathNot: testCode },
    to: { path: `^${place}/[^/]+/`, pathNot: `^${place}/(${[room, ...below].join('|')})/` },
  }));

const onlyIn = (name, folder, packages) => ({
  name,
  comment: `Only ${folder} knows ${packages}; everything else goes through its port.`,
  severity: 'error',
  from: { pathNot: `^${folder}/` },
  to: { path: `node_modules/(${packages})/` },
});

const standsAlone = (name, allowed = '', ours = name) => ({
  name: `${name}-stands-alone`,
  comment: 'It is published as a package of its own and knows nothing of the service.',
  severity: 'error',
  from: { path: `^packages/${name}/`, pathNot: testCode },
  to: { path: `^(libs|apps|projections|test)/|^packages/(?!(${name}|${ours})/)|node_modules/${allowed}` },
});

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'imports-lead-to-sources',
      comment: 'An import that leads into what was built is seen by no other rule.',
      severity: 'error',
      from: {},
      to: { path: ['^dist/', '^packages/[^/]+/dist/'] },
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
      comment: 'Deciders are pure.',
      severity: 'error',
      from: { path: '^libs/domain/', pathNot: testCode },
      to: { pathNot: '^libs/domain/' },
    },
    {
      name: 'libs-do-not-know-what-uses-them',
      comment: 'Dependencies point one way: apps → projections → libs → packages.',
      severity: 'error',
      from: { path: '^(libs|packages)/', pathNot: testCode },
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
      name: 'nest-where-processes-are-made',
      comment: 'Applications are made of Nest modules; commands and engines are what such modules provide.',
      severity: 'error',
      from: { path: '^(libs/(?!application/|engines/)|projections/|packages/)' },
      to: { path: 'node_modules/@nestjs/' },
    },
    {
      name: 'commands-know-no-http',
      severity: 'error',
      from: { path: '^libs/application/', pathNot: testCode },
      to: { path: 'node_modules/(@fastify/[^/]+|fastify|ws|@nestjs/(?!common/|core/|cqrs/)[^/]+)/' },
    },
    {
      name: 'formats-know-no-database',
      comment: 'Formats run in threads of their own and can be published alone.',
      severity: 'error',
      from: { path: '^libs/documents/(formats|conversions)/', pathNot: testCode },
      to: {
        path: 'node_modules/(pg|typeorm|pg-copy-streams)/|^libs/(?!documents/(formats|conversions)/|text/|domain/errors/|platform/(async|process|csv)/)',
      },
    },
    {
      name: 'engines-are-chosen-in-engines',
      comment:
        'Which engine stands behind a port is decided in libs/engines alone; everything else knows the port. The inference process is the other end of an engine.',
      severity: 'error',
      from: { path: '^(apps/(?!inference/)|projections|libs/(?!ports/|engines/))', pathNot: testCode },
      to: { path: `^libs/ports/[^/]+/(${engines.join('|')})[^/]*(/|\\.ts$)` },
    },
    ...floors('libs', libs),
    ...floors('apps/api', api),
    standsAlone('webhook-signing', '(?!@noble/)'),
    standsAlone('audit-proof', '(?!@noble/)'),
    standsAlone('cli', '(?!commander/)', 'audit-proof|sdk'),
    standsAlone('marian'),
    standsAlone('sdk', '', 'audit-proof|webhook-signing'),
    standsAlone('triton-client', '(?!@grpc/)'),
    onlyIn('pg-boss-behind-its-port', 'libs/ports/job-queue', 'pg-boss'),
    onlyIn('bullmq-behind-its-port', 'libs/ports/job-queue', 'bullmq'),
    onlyIn('kafkajs-behind-the-bus', 'libs/ports/message-bus', 'kafkajs'),
    onlyIn(
      'eventstore-client-behind-its-port',
      '(libs/ports/event-store|test/eventstore-double)',
      '@eventstore/db-client',
    ),
    onlyIn('s3-client-behind-its-port', '(libs/ports/(blob-store|signed-heads)|test/servers)', '@aws-sdk/[^/]+'),
    onlyIn('undici-behind-the-sender', 'libs/platform/outbound-http', 'undici'),
    onlyIn('openid-client-behind-the-provider', 'libs/platform/openid-connect', 'openid-client'),
    onlyIn('ipaddr-behind-ip-address', 'libs/platform/ip-address', 'ipaddr\\.js'),
    onlyIn('pdfkit-behind-the-pages', 'libs/reports/pdf', 'pdfkit'),
    onlyIn('pkijs-behind-time-stamps', 'libs/audit/time-stamps', 'pkijs|asn1js'),
    {
      name: 'product-does-not-know-tests',
      severity: 'error',
      from: { path: '^(apps|libs|packages|projections)/', pathNot: testCode },
      to: { path: `^test/|${testCode}|node_modules/(vitest|fast-check|standardwebhooks)/` },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    doNotFollow: { path: '(^|/)(node_modules|dist)/' },
    // It has dependencies of its own, which are installed where it is built.
    exclude: { path: '^apps/console/' },
    // The condition leads the imports `#…` of package.json, and our own packages, to the sources.
    enhancedResolveOptions: {
      conditionNames: ['transledger-source', 'node', 'import', 'default'],
      exportsFields: ['exports'],
    },
  },
};
