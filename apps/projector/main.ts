import 'reflect-metadata';
import { runRole } from '#libs/platform/process/run-role.js';
import { startProjector } from './start-projector.js';

await runRole('projector', startProjector);
