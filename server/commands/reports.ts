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
  const report = program.command('report').description('rejections that wait, and fraud').exitOverride()
  command(report, 'held', 'rejections that wait for an operator, the longest waiting first')
    .option('--page <number>', 'twenty are on each', Number)
    .action(({ json, page }: Listing) =>
      once(json, async (ctx) => serializeHeldRejections(await listHeldRejections(ctx, pageOf(page)))),
    )
  command(report, 'confirm <held>', 'carry out a rejection that waits').action(
    (held: string, { json }: { json?: boolean }) =>
      once(json, async (ctx) => serializeHeldRejection(await confirmHeldRejection(ctx, idFromPath(held)))),
  )
  command(report, 'dismiss <held>', 'do not let a rejection pass; its advertiser decides anew')
    .requiredOption('--reason <text>')
    .action((held: string, { json, reason }: Reasoned) =>
      once(json, async (ctx) =>
        serializeHeldRejection(await dismissHeldRejection(ctx, idFromPath(held), reasonOf(reason))),
      ),
    )
  command(report, 'holds', 'reports that are held because fraud is suspected, the longest held first')
    .option('--page <number>', 'twenty are on each', Number)
    .action(({ json, page }: Listing) =>
      once(json, async (ctx) => serializeFraudHolds(await listFraudHolds(ctx, pageOf(page)))),
    )
  command(report, 'hold <id>', 'keep time from accepting a report while fraud is looked into')
    .requiredOption('--reason <text>')
    .action((id: string, { json, reason }: Reasoned) =>
      once(json, async (ctx) =>
        serializeFraudHoldReport(await holdReport(ctx, { id: idFromPath(id), reason: reasonOf(reason) })),
      ),
    )
  command(report, 'release <id>', 'let time go on for a report')
    .requiredOption('--reason <text>')
    .action((id: string, { json, reason }: Reasoned) =>
      once(json, async (ctx) =>
        serializeFraudHoldReport(await releaseReport(ctx, { id: idFromPath(id), reason: reasonOf(reason) })),
      ),
    )
}
