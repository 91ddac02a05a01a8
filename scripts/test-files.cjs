'use strict';
// What tells test code that stands beside what it tests: it is no part of the product, of its images or of its boundaries.

const roles = ['spec', 'contract', 'suite', 'arbitrary', 'fixture', 'process'];
const folders = ['contract', 'samples', 'history'];

module.exports = { roles, folders, testCode: `\\.(${roles.join('|')})\\.ts$|/contract/` };
