import { Controller, Get, Inject, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import type { ReadinessReport } from '#libs/platform/process/dependency-health.js';
import { Readiness } from './readiness.js';

@ApiExcludeController()
@Controller('health')
export class HealthController {
  constructor(@Inject(Readiness) private readonly readiness: Pick<Readiness, 'report'>) {}

  @Get('live')
  live(): { status: 'ok' } {
    return { status: 'ok' };
  }

  @Get('ready')
  async ready(@Res({ passthrough: true }) reply: FastifyReply): Promise<ReadinessReport> {
    const report = await this.readiness.report();
    reply.code(report.status === 'ready' ? 200 : 503);
    return report;
  }
}
