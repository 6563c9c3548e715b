import type { Command } from 'commander'
import { countOf } from '../../cli/src/input/options.ts'
import { allRefunds, anyRefund, transitionRefund } from '../payments/refunds/actions.ts'
import { refundStatuses } from '../payments/refunds/refund.ts'
import { operatorRefundJson, payableRefundJson } from '../payments/refunds/serialize.ts'
import { idFromPath } from '../values/id.ts'
import { pageOf } from '../values/requests/page.ts'
import { action, actionWithReason, collect, command, commandGroup } from './program.ts'

type Listing = { readonly page?: number; readonly status?: readonly string[] }

export function refundCommands(program: Command): void {
  const refund = commandGroup(program, 'refund-request', "advertisers' requests for unspent money")
  action(
    command(refund, 'list', 'list requests to decide or to transfer, oldest first')
      .option('--status <status>', `one of ${refundStatuses.join(', ')}; may be repeated`, collect)
      .option('--page <number>', 'from 1', countOf),
    async (ctx, { page, status }: Listing) =>
      operatorRefundJson.serializePage(await allRefunds(ctx, status, pageOf(page, 100))),
  )
  action(command(refund, 'show <id>', 'show a request with its bank details'), async (ctx, id: string) =>
    payableRefundJson.serialize(await anyRefund(ctx, idFromPath(id))),
  )
  action(command(refund, 'approve <id>', 'approve a request before the transfer'), async (ctx, id: string) =>
    payableRefundJson.serialize(await transitionRefund(ctx, { id: idFromPath(id), move: 'approve' })),
  )
  const reference = "the bank's reference of the payment"
  action(
    command(refund, 'paid <id>', 'mark a request as paid').requiredOption('--reference <text>', reference),
    async (ctx, id: string, { reference }: { reference: string }) =>
      payableRefundJson.serialize(await transitionRefund(ctx, { id: idFromPath(id), move: 'pay', reference })),
  )
  for (const [name, move, about] of [
    ['reject', 'reject', 'reject a request; the advertiser gets the money back'],
    ['failed', 'fail', 'mark a transfer as failed; the advertiser gets the money back'],
  ] as const)
    actionWithReason(
      command(refund, `${name} <id>`, about),
      async (ctx, id, reason) =>
        payableRefundJson.serialize(await transitionRefund(ctx, { id: idFromPath(id), move, reason })),
      'shown to the advertiser',
    )
}
