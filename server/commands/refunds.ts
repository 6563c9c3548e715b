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
  const refund = program.command('refund-request').description('unspent money that advertisers ask for').exitOverride()
  command(refund, 'list', 'requests, the oldest first; those that are not done')
    .option('--status <status>', `one of ${refundStatuses.join(', ')}; may be repeated`, collect)
    .option('--page <number>', 'from 1', Number)
    .action(({ json, page, status = openStatuses }: Listing) =>
      once(json, async (ctx) => serializeAllRefunds(await allRefunds(ctx, status, pageOf(page, 100)))),
    )
  command(refund, 'show <id>', 'one request, with where the money is to go').action((id: string, { json }: Json) =>
    once(json, async (ctx) => serializePayable(await anyRefund(ctx, idFromPath(id)))),
  )
  command(refund, 'approve <id>', 'approve it, before the money is transferred').action((id: string, { json }: Json) =>
    once(json, async (ctx) => serializePayable(await transitionRefund(ctx, { id: idFromPath(id), move: 'approve' }))),
  )
  command(refund, 'paid <id>', 'say that it was transferred')
    .requiredOption('--reference <text>', 'by what the bank knows the payment')
    .action((id: string, { json, reference }: Json & { reference: string }) =>
      once(json, async (ctx) =>
        serializePayable(await transitionRefund(ctx, { id: idFromPath(id), move: 'pay', reference })),
      ),
    )
  for (const [name, move, about] of [
    ['reject', 'reject', 'refuse it; the advertiser has the money again'],
    ['failed', 'fail', 'say that the transfer failed; the advertiser has the money again'],
  ] as const)
    command(refund, `${name} <id>`, about)
      .requiredOption('--reason <text>', 'what the advertiser is told')
      .action((id: string, { json, reason }: Json & { reason: string }) =>
        once(json, async (ctx) =>
          serializePayable(await transitionRefund(ctx, { id: idFromPath(id), move, reason: reasonOf(reason) })),
        ),
      )
}
