'use strict';
// The one list of the marks of test code that stands beside the code it tests: it is no part of the product, images or
// its boundaries. Tests compare `.dockerignore` with it.

/** Roles of files, before the ending: `*.fixture.ts`. */
const roles = ['spec', 'contract', 'suite', 'arbitrary', 'fixture', 'process'];

/** Folders of which the product reads nothing. */
const folders = ['contract', 'samples', 'history', 'test-set', 'training'];

/** A regular expression of all paths of both kinds. */
const testCode = `\\.(${roles.join('|')})\\.\\w+$|/(${folders.join('|')})/`;

module.exports = { roles, folders, testCode };
