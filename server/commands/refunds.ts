import type { Command } from 'commander'
import { allRefunds, anyRefund, transitionRefund } from '../payments/refunds/actions.ts'
import { openStatuses, refundStatuses } from '../payments/refunds/refunds.ts'
import { serializeAllRefunds, serializePayable } from '../payments/refunds/serialize.ts'
import { idFromPath } from '../values/id.ts'
import { pageOf } from '../values/requests/page.ts'
import { reasonOf } from '../values/requests/reason.ts'
import { collect, command, once } from './program.ts'

type Json = { readonly json?: boolean }
type Listing = Json & { readonly page?: number; readonly status?: readonly string[] }

export function refundCommands(program: Command): void {
  const refund = program.command('refund-request').description("advertisers' requests for unspent money").exitOverride()
  command(refund, 'list', 'list open requests, oldest first')
    .option('--status <status>', `one of ${refundStatuses.join(', ')}; may be repeated`, collect)
    .option('--page <number>', 'from 1', Number)
    .action(({ json, page, status = openStatuses }: Listing) =>
      once(json, async (ctx) => serializeAllRefunds(await allRefunds(ctx, status, pageOf(page, 100)))),
    )
  command(refund, 'show <id>', 'show a request with its bank details').action((id: string, { json }: Json) =>
    once(json, async (ctx) => serializePayable(await anyRefund(ctx, idFromPath(id)))),
  )
  command(refund, 'approve <id>', 'approve a request before the transfer').action((id: string, { json }: Json) =>
    once(json, async (ctx) => serializePayable(await transitionRefund(ctx, { id: idFromPath(id), move: 'approve' }))),
  )
  command(refund, 'paid <id>', 'mark a request as paid')
    .requiredOption('--reference <text>', "the bank's reference of the payment")
    .action((id: string, { json, reference }: Json & { reference: string }) =>
      once(json, async (ctx) =>
        serializePayable(await transitionRefund(ctx, { id: idFromPath(id), move: 'pay', reference })),
      ),
    )
  for (const [name, move, about] of [
    ['reject', 'reject', 'reject a request; the advertiser gets the money back'],
    ['failed', 'fail', 'mark a transfer as failed; the advertiser gets the money back'],
  ] as const)
    command(refund, `${name} <id>`, about)
      .requiredOption('--reason <text>', 'shown to the advertiser')
      .action((id: string, { json, reason }: Json & { reason: string }) =>
        once(json, async (ctx) =>
          serializePayable(await transitionRefund(ctx, { id: idFromPath(id), move, reason: reasonOf(reason) })),
        ),
      )
}
