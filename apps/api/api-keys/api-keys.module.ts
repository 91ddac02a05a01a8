import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { EnginesModule } from '../engines.module.js';
import { ReadModelsModule } from '../read-models.module.js';
import { ApiKeysController } from './api-keys.controller.js';

@Module({
  imports: [AccessModule, EnginesModule, ReadModelsModule],
  controllers: [ApiKeysController],
})
export class ApiKeysModule {}
