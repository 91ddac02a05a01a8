import { Controller, Get, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { livenessAnswer, readinessAnswer } from '#libs/platform/process/health-answer.js';
import { Readiness } from './readiness.js';

@ApiExcludeController()
@Controller('health')
export class HealthController {
  constructor(private readonly readiness: Readiness) {}

  @Get('live')
  live(): object {
    return livenessAnswer.body;
  }

  @Get('ready')
  async ready(@Res({ passthrough: true }) reply: FastifyReply): Promise<object> {
    const { status, body } = readinessAnswer(await this.readiness.report());
    reply.code(status);
    return body;
  }
}
