import { describedApi } from './described-api.js';
import { problemsOf } from './openapi-tools.js';

// What Redocly and Spectral find in the OpenAPI document. Exit code 1 when there is anything.

const problems = await problemsOf(await describedApi());
for (const problem of problems) process.stdout.write(`${problem}\n`);
process.exitCode = problems.length === 0 ? 0 : 1;
