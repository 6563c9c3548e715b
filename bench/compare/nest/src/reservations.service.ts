import { ConflictException, Injectable, NotFoundException } from '@nestjs/common'
import { ineligibleReasons } from './eligibility.js'
import type { Reservation } from './generated/client.js'
import { PrismaService } from './prisma.service.js'

const activeReservationsMax = Number(process.env.ACTIVE_RESERVATIONS_MAX ?? 1)

@Injectable()
export class ReservationsService {
  constructor(private readonly prisma: PrismaService) {}

  /** Takes one slot in one transaction, with the guards of the original. */
  async reserve(executorId: bigint, offerId: bigint) {
    return this.prisma.$transaction(async (tx) => {
      // The first statement locks the executor's row, which serializes reservations of one executor.
      const executor = await tx.executor.update({
        where: { accountId: executorId },
        data: { reservationsMade: { increment: 1 } },
      })
      const now = new Date()
      const own = await tx.reservation.findFirst({ where: { executorId, offerId, status: 'Active' } })
      if (own && own.expiresAt > now) return show(own, true)
      const offer = await tx.offer.findUnique({ where: { id: offerId } })
      if (!offer || ['Draft', 'PendingModeration', 'Rejected'].includes(offer.status)) throw new NotFoundException()
      if (offer.status !== 'Active') throw new ConflictException('offer_unavailable')
      const [reason] = ineligibleReasons(offer, executor)
      if (reason) throw new ConflictException(reason)
      const active = await tx.reservation.count({
        where: { executorId, status: 'Active', expiresAt: { gt: now }, offerId: { not: offerId } },
      })
      if (active >= activeReservationsMax) throw new ConflictException('active_reservation_exists')
      const taken = await tx.reservation.count({ where: { executorId, offerId, isTaken: true } })
      if (taken >= offer.perExecutorLimit) throw new ConflictException('per_executor_limit_reached')
      const moved = await tx.offer.updateMany({
        where: { id: offerId, status: 'Active', remaining: { gt: 0 } },
        data: { remaining: { decrement: 1 }, reserved: { increment: 1 } },
      })
      if (moved.count === 0) throw new ConflictException('no_slots_available')
      const reservation = await tx.reservation.create({
        data: {
          offerId,
          executorId,
          rewardUnits: offer.rewardUnits,
          feeUnits: offer.feeUnits,
          addOnUnits: offer.addOnUnits,
          currency: offer.currency,
          reviewSeconds: offer.reviewSeconds,
          offerVersion: offer.version,
          createdAt: now,
          expiresAt: new Date(now.getTime() + offer.reservationSeconds * 1000),
        },
      })
      return show(reservation, false)
    })
  }
}

const show = (reservation: Reservation, alreadyExists: boolean) => ({
  id: Number(reservation.id),
  expiresAtUtc: reservation.expiresAt,
  offerId: Number(reservation.offerId),
  status: reservation.status,
  createdAtUtc: reservation.createdAt,
  extendable: false,
  terms: {
    rewardPerAction: Number(reservation.rewardUnits) / 10_000,
    currency: reservation.currency,
    reviewPeriodSeconds: reservation.reviewSeconds,
    offerVersion: reservation.offerVersion,
  },
  allowedActions: ['Submit', 'Cancel'],
  alreadyExists,
})
