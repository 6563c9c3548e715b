import type { Command } from 'commander'
import { dismissReports, listReported, upholdReports } from '../moderation/actions.ts'
import { showDecided, showReporteds } from '../moderation/show.ts'
import { approveOffer, rejectOffer } from '../offers/actions.ts'
import { showOffer } from '../offers/show.ts'
import { suspendOffer } from '../reservations/actions-suspend.ts'
import { showSuspended } from '../reservations/show.ts'
import { idFromPath } from '../values/id.ts'
import { pageOf } from '../values/page.ts'
import { bodyError, ValidationError } from '../values/problem.ts'
import { command, once } from './program.ts'

/** As over HTTP. */
const reasonLengthMin = 3

export function offerCommands(program: Command): void {
  const offer = program.command('offer').description('moderation of offers').exitOverride()
  command(offer, 'approve <id>', 'let executors see a submitted offer').action(
    (id: string, { json }: { json?: boolean }) =>
      once(json, async (ctx) => showOffer(await approveOffer(ctx, idFromPath(id)), 'operator')),
  )
  command(offer, 'reject <id>', 'refuse a submitted offer; its money goes back')
    .requiredOption('--reason <text>')
    .action((id: string, { json, reason }: { json?: boolean; reason: string }) =>
      once(json, async (ctx) => showOffer(await rejectOffer(ctx, idFromPath(id), checkedReason(reason)), 'operator')),
    )
  command(offer, 'suspend <id>', 'stop it at once, and end what is reserved of it, without any penalty')
    .requiredOption('--reason <text>', 'what its advertiser and its executors are told')
    .action((id: string, { json, reason }: { json?: boolean; reason: string }) =>
      once(json, async (ctx) => showSuspended(await suspendOffer(ctx, idFromPath(id), checkedReason(reason)))),
    )
  reportCommands(offer)
}

/** What executors have reported. */
function reportCommands(offer: Command): void {
  command(offer, 'reports', 'offers that executors have reported, with the reports that are open')
    .option('--page <number>', 'twenty are on each', Number)
    .action(({ json, page }: { json?: boolean; page?: number }) =>
      once(json, async (ctx) => showReporteds(await listReported(ctx, pageOf(page)))),
    )
  command(offer, 'dismiss-reports <id>', 'close the reports about an offer; one that they paused goes on')
    .requiredOption('--reason <text>')
    .action((id: string, { json, reason }: { json?: boolean; reason: string }) =>
      once(json, async (ctx) => showDecided(await dismissReports(ctx, idFromPath(id), checkedReason(reason)))),
    )
  command(offer, 'uphold-reports <id>', 'agree with the reports about an offer, and suspend it')
    .requiredOption('--reason <text>', 'what its advertiser and its executors are told')
    .action((id: string, { json, reason }: { json?: boolean; reason: string }) =>
      once(json, async (ctx) => showDecided(await upholdReports(ctx, idFromPath(id), checkedReason(reason)))),
    )
}

function checkedReason(reason: string): string {
  if (reason.trim().length >= reasonLengthMin) return reason
  throw ValidationError([
    bodyError('reason', 'min_length', `must have at least ${reasonLengthMin} characters, for its advertiser to read.`),
  ])
}
