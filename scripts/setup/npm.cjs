'use strict';

/** How to call npm: the one that runs this script, or the one on PATH. */
const npmCall = (args) =>
  process.env.npm_execpath?.endsWith('.js')
    ? { command: process.execPath, args: [process.env.npm_execpath, ...args] }
    : { command: 'npm', args };

module.exports = { npmCall };
