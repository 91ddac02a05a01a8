import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { CommandsModule } from '../commands.module.js';
import { ReadModelsModule } from '../read-models.module.js';
import { OrganizationController } from './organization.controller.js';

@Module({
  imports: [AccessModule, CommandsModule, ReadModelsModule],
  controllers: [OrganizationController],
})
export class OrganizationModule {}
