import type { Command } from 'commander'
import { countOf } from '../../cli/src/input/options.ts'
import { dismissReports, listReported, upholdReports } from '../offer-reports/actions.ts'
import { reportedOfferJson, serializeDecided } from '../offer-reports/serialize.ts'
import { approveOffer, rejectOffer, type VersionPrecondition } from '../offers/lifecycle/actions.ts'
import { listAll } from '../offers/list/actions.ts'
import { approveChange, openForModeration, rejectChange } from '../offers/moderation/actions.ts'
import { moderatedOfferJson } from '../offers/moderation/serialize.ts'
import { serializeOffer, serializeOffers } from '../offers/serialize.ts'
import type { Ctx } from '../platform/database/ctx.ts'
import { serializeSuspended } from '../reservations/serialize.ts'
import { suspendOffer } from '../reservations/suspension/actions.ts'
import { idFromPath } from '../values/id.ts'
import { bodyError, ValidationError } from '../values/problems/problem.ts'
import { pageOf } from '../values/requests/page.ts'
import { countRu } from '../values/sentences.ts'
import { action, command, commandGroup, type Paged, withPage, withReason } from './program.ts'

/** The same limit as in the API. */
const reasonLengthMin = 3

type Approval = { readonly version?: number }
type Refusal = Approval & { readonly reason: string }

export function offerCommands(program: Command): void {
  const offer = commandGroup(program, 'offer', 'moderation of offers')
  action(
    command(offer, 'show <id>', 'show an offer with its version, pending change and moderation details'),
    async (ctx, id: string) => moderatedOfferJson.serialize(await openForModeration(ctx, idFromPath(id)), 'operator'),
  )
  action(
    withVersion(command(offer, 'approve <id>', 'approve a submitted offer')),
    async (ctx, id: string, { version }: Approval) => {
      const precondition = await versionToDecide(ctx, id, version)
      return serializeOffer(await approveOffer(ctx, precondition), 'operator')
    },
  )
  action(
    withVersion(withReason(command(offer, 'reject <id>', 'reject a submitted offer; its money is released'))),
    async (ctx, id: string, { reason, version }: Refusal) => {
      const rejected = await rejectOffer(ctx, await versionToDecide(ctx, id, version), checkedReason(reason))
      return serializeOffer(rejected, 'operator')
    },
  )
  action(
    withReason(
      command(offer, 'suspend <id>', 'suspend an offer and end its reservations without penalty'),
      'shown to its advertiser and executors',
    ),
    async (ctx, id: string, { reason }: Refusal) =>
      serializeSuspended(await suspendOffer(ctx, { id: idFromPath(id) }, checkedReason(reason))),
  )
  changeCommands(offer)
  reportCommands(offer)
}

const withVersion = (decision: Command): Command =>
  decision.option('--version <number>', 'the version that was read; default: the current one', countOf)

function reportCommands(offer: Command): void {
  action(
    withPage(command(offer, 'reports', 'list reported offers with their open reports')),
    async (ctx, { page }: Paged) => reportedOfferJson.serializePage(await listReported(ctx, undefined, pageOf(page))),
  )
  action(
    withReason(
      command(offer, 'dismiss-reports <id>', 'dismiss the reports about an offer; it resumes if they paused it'),
    ),
    async (ctx, id: string, { reason }: Refusal) =>
      serializeDecided(await dismissReports(ctx, { offer: idFromPath(id), reason: checkedReason(reason) })),
  )
  action(
    withReason(
      command(offer, 'uphold-reports <id>', 'uphold the reports about an offer and suspend it'),
      'shown to its advertiser and executors',
    ),
    async (ctx, id: string, { reason }: Refusal) =>
      serializeDecided(await upholdReports(ctx, { offer: idFromPath(id), reason: checkedReason(reason) })),
  )
}

const changesFilter = { hasPendingChange: true, includeArchived: true, sort: 'createdAt' } as const

function changeCommands(offer: Command): void {
  action(
    withPage(command(offer, 'changes', 'list active offers with a pending change')),
    async (ctx, { page }: Paged) => serializeOffers(await listAll(ctx, changesFilter, pageOf(page)), 'operator'),
  )
  action(
    withVersion(command(offer, 'approve-change <id>', 'approve a pending change')),
    async (ctx, id: string, { version }: Approval) =>
      serializeOffer(await approveChange(ctx, await versionToDecide(ctx, id, version)), 'operator'),
  )
  action(
    withVersion(
      withReason(
        command(offer, 'reject-change <id>', 'reject a pending change; the offer stays as it is'),
        'shown to its advertiser',
      ),
    ),
    async (ctx, id: string, { reason, version }: Refusal) => {
      const rejected = await rejectChange(ctx, await versionToDecide(ctx, id, version), checkedReason(reason))
      return serializeOffer(rejected, 'operator')
    },
  )
}

/** Returns the offer and the version to decide on: the given one, or the current one. */
async function versionToDecide(ctx: Ctx, id: string, version: number | undefined): Promise<VersionPrecondition> {
  const offer = idFromPath<'offer'>(id)
  return { id: offer, versions: [version ?? (await openForModeration(ctx, offer)).version] }
}

function checkedReason(reason: string): string {
  if (reason.trim().length >= reasonLengthMin) return reason
  throw ValidationError([
    bodyError('reason', 'min_length', {
      en: `must have at least ${reasonLengthMin} characters, for its advertiser to read.`,
      ru: `должно быть не короче ${countRu(reasonLengthMin, 'символа', 'символов')}: это прочтёт рекламодатель.`,
    }),
  ])
}
