import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { ReadModelsModule } from '../read-models.module.js';
import { UsageController } from './usage.controller.js';

@Module({ imports: [AccessModule, ReadModelsModule], controllers: [UsageController] })
export class UsageModule {}
