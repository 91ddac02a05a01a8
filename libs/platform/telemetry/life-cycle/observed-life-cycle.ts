import type { Registry } from 'prom-client';
import type { Logger } from '../logger.js';
import { createLifeCycle, type LifeCycle } from './life-cycle.js';
import { lifeCycleLog } from './life-cycle.log.js';
import { lifeCycleMetrics } from './life-cycle.metrics.js';

/** The life cycle of a process: a line of each failure, and the metrics of tries when it works on jobs or messages. */
export const observedLifeCycle = (logger: Logger, triesIn?: Registry): LifeCycle =>
  triesIn === undefined
    ? createLifeCycle(lifeCycleLog(logger))
    : createLifeCycle(lifeCycleLog(logger), lifeCycleMetrics(triesIn));
