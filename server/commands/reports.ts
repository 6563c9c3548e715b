import type { Command } from 'commander'
import { listFraudHolds } from '../executions/holds/actions-fraud-holds.ts'
import {
  confirmHeldRejection,
  dismissHeldRejection,
  holdReport,
  listHeldRejections,
  releaseReport,
} from '../executions/holds/actions-operator.ts'
import {
  serializeFraudHoldReport,
  serializeFraudHolds,
  serializeHeldRejection,
  serializeHeldRejections,
} from '../executions/holds/serialize.ts'
import { idFromPath } from '../values/id.ts'
import { pageOf } from '../values/requests/page.ts'
import { reasonOf } from '../values/requests/reason.ts'
import { command, once } from './program.ts'

type Listing = { readonly json?: boolean; readonly page?: number }
type Reasoned = { readonly json?: boolean; readonly reason: string }

export function reportCommands(program: Command): void {
  const report = program.command('report').description('held rejections and fraud holds').exitOverride()
  command(report, 'held', 'list held rejections, oldest first')
    .option('--page <number>', '20 items a page', Number)
    .action(({ json, page }: Listing) =>
      once(json, async (ctx) => serializeHeldRejections(await listHeldRejections(ctx, pageOf(page)))),
    )
  command(report, 'confirm <held>', 'confirm a held rejection').action((held: string, { json }: { json?: boolean }) =>
    once(json, async (ctx) => serializeHeldRejection(await confirmHeldRejection(ctx, idFromPath(held)))),
  )
  command(report, 'dismiss <held>', 'dismiss a held rejection; the advertiser decides again')
    .requiredOption('--reason <text>')
    .action((held: string, { json, reason }: Reasoned) =>
      once(json, async (ctx) =>
        serializeHeldRejection(await dismissHeldRejection(ctx, idFromPath(held), reasonOf(reason))),
      ),
    )
  command(report, 'holds', 'list fraud holds, oldest first')
    .option('--page <number>', '20 items a page', Number)
    .action(({ json, page }: Listing) =>
      once(json, async (ctx) => serializeFraudHolds(await listFraudHolds(ctx, pageOf(page)))),
    )
  command(report, 'hold <id>', 'place a fraud hold on a report; it is not auto-accepted meanwhile')
    .requiredOption('--reason <text>')
    .action((id: string, { json, reason }: Reasoned) =>
      once(json, async (ctx) =>
        serializeFraudHoldReport(await holdReport(ctx, { id: idFromPath(id), reason: reasonOf(reason) })),
      ),
    )
  command(report, 'release <id>', 'release a fraud hold; the review deadline continues')
    .requiredOption('--reason <text>')
    .action((id: string, { json, reason }: Reasoned) =>
      once(json, async (ctx) =>
        serializeFraudHoldReport(await releaseReport(ctx, { id: idFromPath(id), reason: reasonOf(reason) })),
      ),
    )
}
