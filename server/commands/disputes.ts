import type { Command } from 'commander'
import { approvePayment, listPayments, refusePayment } from '../executions/disputes/actions-coverage.ts'
import { decideDispute } from '../executions/disputes/actions-decide.ts'
import { listDebtors, listDisputes } from '../executions/disputes/actions-list.ts'
import { decisions } from '../executions/disputes/disputes.ts'
import { serializeAllToDecide, serializeDebtors, serializeToDecide } from '../executions/disputes/serialize.ts'
import { serializePayment, serializePayments } from '../executions/disputes/serialize-coverage.ts'
import { idFromPath } from '../values/id.ts'
import { bodyError, ValidationError } from '../values/problems/problem.ts'
import { pageOf } from '../values/requests/page.ts'
import { reasonOf } from '../values/requests/reason.ts'
import { command, once } from './program.ts'

type Listing = { readonly json?: boolean; readonly page?: number; readonly status?: string }
type Refusing = { readonly json?: boolean; readonly reason: string }
type Deciding = { readonly json?: boolean; readonly for: string; readonly note: string }

export function disputeCommands(program: Command): void {
  const dispute = program.command('dispute').description('disputes about rejections').exitOverride()
  command(dispute, 'list', 'list disputes that wait for a decision, most urgent first')
    .option(
      '--status <statuses>',
      'Open, AdvertiserReplied, UnderReview, PaymentPending or Resolved, with commas between',
    )
    .option('--page <number>', '20 items a page', Number)
    .action(({ json, status, page }: Listing) =>
      once(json, async (ctx) => serializeAllToDecide(await listDisputes(ctx, status?.split(','), pageOf(page)))),
    )
  command(dispute, 'decide <id>', 'decide a dispute; both sides can read the note')
    .requiredOption('--for <side>', decisions.join(' or '))
    .requiredOption('--note <text>')
    .action((id: string, { json, note, for: side }: Deciding) =>
      once(json, async (ctx) => serializeToDecide(await decideDispute(ctx, idFromPath(id), sideOf(side), note))),
    )
  coverageCommands(program)
}

function coverageCommands(program: Command): void {
  command(program, 'guarantee', 'list advertisers who owe the platform money')
    .option('--page <number>', '20 items a page', Number)
    .action(({ json, page }: Listing) =>
      once(json, async (ctx) => serializeDebtors(await listDebtors(ctx, pageOf(page)), ctx.config.currency)),
    )
  const payment = program.command('guarantee-payment').description("platform payments that need an operator's approval")
  command(payment.exitOverride(), 'list', 'list waiting payments, oldest first')
    .option('--status <statuses>', 'Waiting, Approved, Refused or Covered, with commas between')
    .option('--page <number>', '20 items a page', Number)
    .action(({ json, status, page }: Listing) =>
      once(json, async (ctx) =>
        serializePayments(await listPayments(ctx, status?.split(','), pageOf(page)), ctx.config.currency),
      ),
    )
  command(payment, 'approve <id>', 'approve a payment to the executor').action((id: string, { json }: Listing) =>
    once(json, async (ctx) => serializePayment(await approvePayment(ctx, idFromPath(id)), ctx.config.currency)),
  )
  command(payment, 'refuse <id>', 'refuse a payment; the rejection stands, and both sides can read the reason')
    .requiredOption('--reason <text>')
    .action((id: string, { json, reason }: Refusing) =>
      once(json, async (ctx) =>
        serializePayment(await refusePayment(ctx, idFromPath(id), reasonOf(reason)), ctx.config.currency),
      ),
    )
}

function sideOf(text: string) {
  const side = decisions.find((each) => each === text)
  if (side) return side
  throw ValidationError([bodyError('for', 'enum', `must be ${decisions.join(' or ')}.`)])
}
