'use strict';
// The schema that the tests of infra/compose check the compose file against.

const fs = require('node:fs');
const path = require('node:path');
const { runStep } = require('./progress.cjs');

const python = '/usr/bin/python3';
const schema = 'check_jsonschema/builtin_schemas/vendor/compose-spec.json';

/** The published schema of compose files, from the package of a validator; nothing else of that package is kept. */
const composeSchema = async (folder) => {
  const unpacked = path.join(folder, 'unpacked');
  const pip = ['-m', 'pip', 'download', '-q', '--no-deps', '--only-binary=:all:', '-d', unpacked];
  const title = 'Bringing the schema of compose files';
  await runStep(title, true, { command: python, args: [...pip, '-r', path.join(__dirname, 'compose-schema.txt')] });
  const [wheel] = fs.readdirSync(unpacked);
  await runStep(title, true, { command: python, args: ['-m', 'zipfile', '-e', path.join(unpacked, wheel), unpacked] });
  fs.renameSync(path.join(unpacked, schema), path.join(folder, 'compose-spec.json'));
  fs.rmSync(unpacked, { recursive: true });
};

module.exports = { composeSchema };
