'use strict';

const { spawn } = require('node:child_process');

const tailLength = 30;

/** Lines go to standard error: standard output belongs to the program that is started in the end. */
const say = (line) => process.stderr.write(`${line}\n`);

const seconds = (since) => `${((Date.now() - since) / 1000).toFixed(1)} s`;

/** Runs a program; returns its exit code and the end of its output. */
const run = ({ command, args, cwd, env }) =>
  new Promise((resolve) => {
    const tail = [];
    const child = spawn(command, args, { cwd, env: env || process.env, stdio: ['ignore', 'pipe', 'pipe'] });
    const keep = (chunk) => {
      tail.push(...chunk.toString().split('\n').filter(Boolean));
      tail.splice(0, Math.max(0, tail.length - tailLength));
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.on('error', (error) => resolve({ code: 127, tail: [error.message] }));
    child.on('close', (code) => resolve({ code, tail }));
  });

/** A step with its progress line; throws with the end of its output when it fails. */
const runStep = async (title, quiet, program) => {
  const since = Date.now();
  const { code, tail } = await run(program);
  if (code !== 0) throw new Error(`${title} failed:\n${tail.join('\n')}`);
  if (!quiet) say(`✓ ${title} (${seconds(since)})`);
};

const barWidth = 20;

/** A bar over steps that take long: rewritten on a terminal, a line for each step in a log. */
const progressBar = (title, steps) => {
  const since = Date.now();
  const isTerminal = process.stderr.isTTY === true;
  let done = -1;
  return {
    begin: (name) => {
      done += 1;
      const full = Math.round((done / steps) * barWidth);
      const line = `${'█'.repeat(full)}${'░'.repeat(barWidth - full)} ${done}/${steps} ${title} ${name}`;
      if (isTerminal) process.stderr.write(`\r\u001b[2K${line}`);
      else say(line);
    },
    end: () => {
      if (isTerminal) process.stderr.write('\r\u001b[2K');
      say(`✓ ${title} (${seconds(since)})`);
    },
  };
};

module.exports = { progressBar, run, runStep, say, seconds };
