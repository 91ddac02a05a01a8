import 'reflect-metadata';
import { runRole } from '#libs/process-role/run-role.js';
import { startProjector } from './start-projector.js';

await runRole('projector', startProjector);
