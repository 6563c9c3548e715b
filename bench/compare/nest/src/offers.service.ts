import { Injectable, NotFoundException } from '@nestjs/common'
import { ineligibleReasons } from './eligibility.js'
import type { Advertiser, Offer, Prisma } from './generated/client.js'
import type { ListOffersDto } from './list-offers.dto.js'
import { PrismaService } from './prisma.service.js'

const listed = {
  id: true, title: true, rewardUnits: true, status: true, currency: true, platformId: true, categoryId: true,
  type: true, remaining: true, reservationSeconds: true, reviewSeconds: true, activatedAt: true, sourceLanguage: true,
  advertiserId: true, minAge: true, maxAge: true, gender: true, targetCountries: true,
  advertiser: true,
} satisfies Prisma.OfferSelect

type Listed = Pick<Offer, Exclude<keyof typeof listed, 'advertiser'>> & { advertiser: Advertiser }

@Injectable()
export class OffersService {
  constructor(private readonly prisma: PrismaService) {}

  async list(accountId: bigint, query: ListOffersDto) {
    const where = whereOf(query)
    const [executor, totalCount, offers] = await Promise.all([
      this.prisma.executor.findUniqueOrThrow({ where: { accountId } }),
      this.prisma.offer.count({ where }),
      this.prisma.offer.findMany({
        where,
        select: listed,
        orderBy: [{ activatedAt: 'desc' }, { id: 'desc' }],
        skip: (query.Page - 1) * query.PageSize,
        take: query.PageSize,
      }),
    ])
    return {
      items: offers.map((offer) => show(offer, ineligibleReasons(offer, executor))),
      page: query.Page,
      pageSize: query.PageSize,
      totalCount,
    }
  }

  async open(accountId: bigint, id: bigint) {
    const [executor, offer, reservation, execution] = await Promise.all([
      this.prisma.executor.findUniqueOrThrow({ where: { accountId } }),
      this.prisma.offer.findUnique({
        where: { id },
        include: { advertiser: true, price: true },
      }),
      this.prisma.reservation.findFirst({
        where: { executorId: accountId, offerId: id, status: 'Active', expiresAt: { gt: new Date() } },
      }),
      this.prisma.execution.findFirst({ where: { executorId: accountId, offerId: id }, orderBy: { id: 'desc' } }),
    ])
    if (!offer || ['Draft', 'PendingModeration', 'Rejected'].includes(offer.status)) throw new NotFoundException()
    const taken = await this.prisma.reservation.count({ where: { executorId: accountId, offerId: id, isTaken: true } })
    const active = await this.prisma.reservation.count({
      where: { executorId: accountId, status: 'Active', expiresAt: { gt: new Date() } },
    })
    const reasons = ineligibleReasons(offer, executor)
    const mayReserve = reasons.length === 0 && offer.remaining > 0 && taken < offer.perExecutorLimit && active === 0
    return {
      ...show(offer, reasons),
      allowedActions: reservation ? ['Submit', 'Cancel'] : mayReserve ? ['Reserve'] : [],
      totalLimit: offer.totalLimit,
      description: offer.description,
      details: offer.details,
      proofInstructions: offer.proofInstructions,
      executionDetailsSchema: offer.price.executionDetailsSchema,
      acceptanceCriteria: offer.acceptanceCriteria,
      my: {
        reservationId: reservation ? Number(reservation.id) : null,
        expiresAtUtc: reservation?.expiresAt ?? null,
        executionId: execution ? Number(execution.id) : null,
        executionStatus: execution?.status ?? null,
      },
    }
  }
}

function whereOf(query: ListOffersDto): Prisma.OfferWhereInput {
  const { Search, OfferCategoryId, OfferPlatformId, MinReward, MaxReward, ActivatedFrom, ActivatedTo } = query
  return {
    status: 'Active',
    remaining: { gt: 0 },
    activatedAt: { gte: ActivatedFrom, lte: ActivatedTo },
    categoryId: OfferCategoryId,
    platformId: OfferPlatformId,
    rewardUnits: {
      gte: MinReward === undefined ? undefined : BigInt(Math.ceil(MinReward * 10_000)),
      lte: MaxReward === undefined ? undefined : BigInt(Math.floor(MaxReward * 10_000)),
    },
    searchable: Search === undefined ? undefined : { contains: Search.toLowerCase() },
  }
}

function show(offer: Listed, reasons: string[]) {
  const repute = offer.advertiser
  return {
    id: Number(offer.id),
    title: offer.title,
    rewardPerAction: Number(offer.rewardUnits) / 10_000,
    status: offer.status,
    currency: offer.currency,
    offerPlatformId: Number(offer.platformId),
    offerCategoryId: Number(offer.categoryId),
    type: offer.type,
    remainingCount: offer.remaining,
    reservationDurationSeconds: offer.reservationSeconds,
    reviewPeriodSeconds: offer.reviewSeconds,
    activatedAtUtc: offer.activatedAt,
    contentLanguage: offer.sourceLanguage,
    eligible: reasons.length === 0,
    ineligibleReasons: reasons,
    allowedActions: reasons.length === 0 ? ['Reserve'] : [],
    advertiser: {
      acceptanceRate: repute.decided > 0n ? Number(repute.accepted) / Number(repute.decided) : null,
      medianReviewSeconds: repute.medianReviewSeconds === null ? null : Number(repute.medianReviewSeconds),
      disputeLossRate: null,
      since: repute.createdAt,
    },
  }
}
