import type { InferenceEngine } from '../inference.port.js';
import { MappingEngine } from '../mapping-engine.js';

/** Gives every text back as it is, between any two languages, to measure the service alone. */
export const createEchoEngine = (): InferenceEngine => new MappingEngine('echo', (text) => text);
