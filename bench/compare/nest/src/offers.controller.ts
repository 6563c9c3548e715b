import { Controller, Get, HttpCode, Param, ParseIntPipe, Post, Query, Req } from '@nestjs/common'
import type { AuthenticatedRequest } from './auth.guard.js'
import { ListOffersDto } from './list-offers.dto.js'
import { OffersService } from './offers.service.js'
import { ReservationsService } from './reservations.service.js'

@Controller('executor/offers')
export class OffersController {
  constructor(
    private readonly offers: OffersService,
    private readonly reservations: ReservationsService,
  ) {}

  @Get('available')
  list(@Req() request: AuthenticatedRequest, @Query() query: ListOffersDto) {
    return this.offers.list(request.accountId, query)
  }

  @Get('available/:id')
  open(@Req() request: AuthenticatedRequest, @Param('id', ParseIntPipe) id: number) {
    return this.offers.open(request.accountId, BigInt(id))
  }

  @Post(':id/reserve')
  @HttpCode(200)
  reserve(@Req() request: AuthenticatedRequest, @Param('id', ParseIntPipe) id: number) {
    return this.reservations.reserve(request.accountId, BigInt(id))
  }
}
