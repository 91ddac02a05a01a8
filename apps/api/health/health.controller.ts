import { Controller, Get, Inject, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { livenessAnswer, readinessAnswer } from '#libs/platform/process/health-answer.js';
import type { Readiness } from '#libs/platform/process/readiness.js';
import { READINESS } from '#libs/ports/tokens.js';

@ApiExcludeController()
@Controller('health')
export class HealthController {
  constructor(@Inject(READINESS) private readonly readiness: Pick<Readiness, 'report'>) {}

  @Get('live')
  live(): object {
    return livenessAnswer.body;
  }

  @Get('ready')
  async ready(@Res({ passthrough: true }) reply: FastifyReply): Promise<object> {
    const { status, body } = readinessAnswer(await this.readiness.report(), 'everybody');
    reply.code(status);
    return body;
  }
}
