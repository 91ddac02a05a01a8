import { Module } from '@nestjs/common';
import { consoleFolder } from './built-console.js';
import { CONSOLE_FOLDER, ConsoleController } from './console.controller.js';

@Module({
  controllers: [ConsoleController],
  providers: [{ provide: CONSOLE_FOLDER, useValue: consoleFolder }],
})
export class ConsoleModule {}
