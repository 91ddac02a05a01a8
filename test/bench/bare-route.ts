import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Body, Controller, HttpCode, Module, Post } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';

@Controller('v1/translate')
class BareController {
  @Post()
  @HttpCode(200)
  translate(@Body() body: { text: string }) {
    return { data: { translation: body.text }, meta: { cached: false } };
  }
}

@Module({ controllers: [BareController] })
class BareModule {}

/** Starts Nest on Fastify with one route that gives the text back, in a process of its own. */
export const startBareRoute = async (): Promise<{ url: string; stop: () => Promise<void> }> => {
  const child = fork(fileURLToPath(import.meta.url), ['serve']);
  const ended = once(child, 'exit');
  const [url] = (await once(child, 'message')) as [string];
  return {
    url,
    stop: async () => {
      child.disconnect();
      await ended;
    },
  };
};

if (process.argv[1] === fileURLToPath(import.meta.url) && process.argv[2] === 'serve') {
  const application = await NestFactory.create<NestFastifyApplication>(BareModule, new FastifyAdapter(), {
    logger: false,
  });
  await application.listen(0, '127.0.0.1');
  process.once('disconnect', () => process.exit(0));
  process.send?.(await application.getUrl());
}
