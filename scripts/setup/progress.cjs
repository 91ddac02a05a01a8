'use strict';

const { spawn } = require('node:child_process');

const tailLength = 30;

const eraseLine = '\r\u001b[2K';
/** Whether the last line of the terminal is a bar, which the next line takes the place of. */
let isBarShown = false;

/** Lines go to standard error: standard output belongs to the program that is started in the end. */
const say = (line) => {
  process.stderr.write(`${isBarShown ? eraseLine : ''}${line}\n`);
  isBarShown = false;
};

const show = (bar) => {
  process.stderr.write(`${eraseLine}${bar}`);
  isBarShown = true;
};

const erase = () => {
  if (isBarShown) process.stderr.write(eraseLine);
  isBarShown = false;
};

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

const barOf = (done, total) => {
  const full = total === 0 ? barWidth : Math.round((Math.min(done, total) / total) * barWidth);
  return `${'█'.repeat(full)}${'░'.repeat(barWidth - full)} ${done}/${total}`;
};

/** A bar over steps that take long: rewritten on a terminal, a line for each step in a log. */
const progressBar = (title, steps) => {
  const since = Date.now();
  const isTerminal = process.stderr.isTTY === true;
  let done = -1;
  return {
    begin: (name) => {
      done += 1;
      const line = `${barOf(done, steps)} ${title} ${name}`;
      if (isTerminal) show(line);
      else say(line);
    },
    end: () => {
      erase();
      say(`✓ ${title} (${seconds(since)})`);
    },
  };
};

/**
 * A bar over many small things that are counted from time to time: rewritten on a terminal with the seconds that went by, a line
 * for each quarter in a log, and nothing there where it is quiet.
 */
const countedBar = (title, total, quiet) => {
  const since = Date.now();
  const isTerminal = process.stderr.isTTY === true;
  let quarter = 0;
  return {
    at: (done) => {
      if (isTerminal) return show(`${barOf(done, total)} ${title} (${Math.round((Date.now() - since) / 1000)} s)`);
      const reached = Math.floor((done / total) * 4);
      if (reached > quarter && !quiet) say(`${barOf(done, total)} ${title} (${seconds(since)})`);
      quarter = Math.max(quarter, reached);
    },
    end: () => {
      erase();
      if (!quiet) say(`✓ ${title} (${seconds(since)})`);
    },
    fail: erase,
  };
};

module.exports = { countedBar, progressBar, run, runStep, say, seconds };
