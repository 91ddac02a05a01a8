#!/usr/bin/env node
'use strict';
// The operator's command line as a program: as `npm run -s transledger-admin --`, from any folder.

process.argv.splice(2, 0, 'transledger-admin');
require('./run.cjs');
