import type { Command } from 'commander'
import { dismissReports, listReported, upholdReports } from '../offer-reports/actions.ts'
import { serializeDecided, serializeReporteds } from '../offer-reports/serialize.ts'
import { approveOffer, rejectOffer, type VersionPrecondition } from '../offers/lifecycle/actions.ts'
import { listAll } from '../offers/list/actions.ts'
import { openForModeration } from '../offers/moderation/actions.ts'
import { approveChange, rejectChange } from '../offers/moderation/actions-pending-change.ts'
import { serializeModerated } from '../offers/moderation/serialize.ts'
import { serializeOffer, serializeOffers } from '../offers/serialize.ts'
import type { Ctx } from '../platform/database/ctx.ts'
import { serializeSuspended } from '../reservations/serialize.ts'
import { suspendOffer } from '../reservations/suspension/actions.ts'
import { idFromPath } from '../values/id.ts'
import { bodyError, ValidationError } from '../values/problems/problem.ts'
import { pageOf } from '../values/requests/page.ts'
import { command, once } from './program.ts'

/** The same limit as in the API. */
const reasonLengthMin = 3

type Deciding = { readonly json?: boolean; readonly version?: number }
type Refusing = Deciding & { readonly reason: string }
type Listing = { readonly json?: boolean; readonly page?: number }
const versionOption = ['--version <number>', 'the version that was read; default: the current one', Number] as const

export function offerCommands(program: Command): void {
  const offer = program.command('offer').description('moderation of offers').exitOverride()
  command(offer, 'show <id>', 'show an offer with its version, pending change and moderation details').action(
    (id: string, { json }: Listing) =>
      once(json, async (ctx) => serializeModerated(await openForModeration(ctx, idFromPath(id)))),
  )
  command(offer, 'approve <id>', 'approve a submitted offer')
    .option(...versionOption)
    .action((id: string, { json, version }: Deciding) =>
      once(json, async (ctx) => {
        const read = await versionRead(ctx, id, version)
        return serializeOffer(await approveOffer(ctx, read.id, read), 'operator')
      }),
    )
  command(offer, 'reject <id>', 'reject a submitted offer; its money is released')
    .requiredOption('--reason <text>')
    .option(...versionOption)
    .action((id: string, { json, reason, version }: Refusing) =>
      once(json, async (ctx) =>
        serializeOffer(await rejectOffer(ctx, await versionRead(ctx, id, version), checkedReason(reason)), 'operator'),
      ),
    )
  command(offer, 'suspend <id>', 'suspend an offer and end its reservations without penalty')
    .requiredOption('--reason <text>', 'shown to its advertiser and executors')
    .action((id: string, { json, reason }: { json?: boolean; reason: string }) =>
      once(json, async (ctx) =>
        serializeSuspended(await suspendOffer(ctx, { id: idFromPath(id) }, checkedReason(reason))),
      ),
    )
  changeCommands(offer)
  reportCommands(offer)
}

/** Commands for reported offers. */
function reportCommands(offer: Command): void {
  command(offer, 'reports', 'list reported offers with their open reports')
    .option('--page <number>', '20 items a page', Number)
    .action(({ json, page }: { json?: boolean; page?: number }) =>
      once(json, async (ctx) => serializeReporteds(await listReported(ctx, pageOf(page)))),
    )
  command(offer, 'dismiss-reports <id>', 'dismiss the reports about an offer; it resumes if they paused it')
    .requiredOption('--reason <text>')
    .action((id: string, { json, reason }: { json?: boolean; reason: string }) =>
      once(json, async (ctx) =>
        serializeDecided(await dismissReports(ctx, { offer: idFromPath(id), reason: checkedReason(reason) })),
      ),
    )
  command(offer, 'uphold-reports <id>', 'uphold the reports about an offer and suspend it')
    .requiredOption('--reason <text>', 'shown to its advertiser and executors')
    .action((id: string, { json, reason }: { json?: boolean; reason: string }) =>
      once(json, async (ctx) =>
        serializeDecided(await upholdReports(ctx, { offer: idFromPath(id), reason: checkedReason(reason) })),
      ),
    )
}

const changesFilter = { hasPendingChange: true, includeArchived: true, sort: 'createdAt' } as const

/** Commands for pending changes of active offers. */
function changeCommands(offer: Command): void {
  command(offer, 'changes', 'list active offers with a pending change')
    .option('--page <number>', '20 items a page', Number)
    .action(({ json, page }: Listing) =>
      once(json, async (ctx) => serializeOffers(await listAll(ctx, changesFilter, pageOf(page)), 'operator')),
    )
  command(offer, 'approve-change <id>', 'approve a pending change')
    .option(...versionOption)
    .action((id: string, { json, version }: Deciding) =>
      once(json, async (ctx) =>
        serializeOffer(await approveChange(ctx, await versionRead(ctx, id, version)), 'operator'),
      ),
    )
  command(offer, 'reject-change <id>', 'reject a pending change; the offer stays as it is')
    .requiredOption('--reason <text>', 'shown to its advertiser')
    .option(...versionOption)
    .action((id: string, { json, reason, version }: Refusing) =>
      once(json, async (ctx) =>
        serializeOffer(await rejectChange(ctx, await versionRead(ctx, id, version), checkedReason(reason)), 'operator'),
      ),
    )
}

/** Returns the offer and the version to decide on: the given one, or the current one. */
async function versionRead(ctx: Ctx, id: string, version: number | undefined): Promise<VersionPrecondition> {
  const offer = idFromPath<'offer'>(id)
  return { id: offer, versions: [version ?? (await openForModeration(ctx, offer)).version] }
}

function checkedReason(reason: string): string {
  if (reason.trim().length >= reasonLengthMin) return reason
  throw ValidationError([
    bodyError('reason', 'min_length', `must have at least ${reasonLengthMin} characters, for its advertiser to read.`),
  ])
}
