import { Module } from '@nestjs/common'
import { APP_GUARD } from '@nestjs/core'
import { AuthGuard } from './auth.guard.js'
import { OffersController } from './offers.controller.js'
import { OffersService } from './offers.service.js'
import { PrismaService } from './prisma.service.js'
import { ReservationsService } from './reservations.service.js'

@Module({
  controllers: [OffersController],
  providers: [PrismaService, OffersService, ReservationsService, { provide: APP_GUARD, useClass: AuthGuard }],
})
export class AppModule {}
