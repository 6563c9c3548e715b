import type { Command } from 'commander'
import {
  confirmHeldRejection,
  dismissHeldRejection,
  holdReport,
  listFraudHolds,
  listHeldRejections,
  releaseReport,
} from '../executions/holds/actions.ts'
import { fraudHoldJson, fraudHoldReportJson, heldRejectionJson } from '../executions/holds/serialize.ts'
import { idFromPath } from '../values/id.ts'
import { pageOf } from '../values/requests/page.ts'
import { action, actionWithReason, command, commandGroup, type Paged, withPage } from './program.ts'

export function reportCommands(program: Command): void {
  const report = commandGroup(program, 'report', 'held rejections and fraud holds')
  action(withPage(command(report, 'held', 'list held rejections, oldest first')), async (ctx, { page }: Paged) =>
    heldRejectionJson.serializePage(await listHeldRejections(ctx, pageOf(page))),
  )
  action(command(report, 'confirm <held>', 'confirm a held rejection'), async (ctx, held: string) =>
    heldRejectionJson.serialize(await confirmHeldRejection(ctx, idFromPath(held))),
  )
  actionWithReason(
    command(report, 'dismiss <held>', 'dismiss a held rejection; the advertiser decides again'),
    async (ctx, held, reason) => heldRejectionJson.serialize(await dismissHeldRejection(ctx, idFromPath(held), reason)),
  )
  action(withPage(command(report, 'holds', 'list fraud holds, oldest first')), async (ctx, { page }: Paged) =>
    fraudHoldJson.serializePage(await listFraudHolds(ctx, pageOf(page))),
  )
  actionWithReason(
    command(report, 'hold <id>', 'place a fraud hold on a report; it is not auto-accepted meanwhile'),
    async (ctx, id, reason) => fraudHoldReportJson.serialize(await holdReport(ctx, { id: idFromPath(id), reason })),
  )
  actionWithReason(
    command(report, 'release <id>', 'release a fraud hold; the review deadline continues'),
    async (ctx, id, reason) => fraudHoldReportJson.serialize(await releaseReport(ctx, { id: idFromPath(id), reason })),
  )
}
