'use strict';
// The one list of what tells test code that stands beside what it tests: it is no part of the product, of its images or of
// its boundaries. Tests compare `.dockerignore` with it.

/** Roles of files, before the ending: `*.fixture.ts`. */
const roles = ['spec', 'contract', 'suite', 'arbitrary', 'fixture', 'process'];

/** Folders of which nothing is read by the product. */
const folders = ['contract', 'samples', 'history', 'test-set', 'training'];

/** A regular expression of all paths of both kinds. */
const testCode = `\\.(${roles.join('|')})\\.\\w+$|/(${folders.join('|')})/`;

module.exports = { roles, folders, testCode };
