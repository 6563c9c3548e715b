import type { Command } from 'commander'
import { listDebtors, listDisputes } from '../disputes/actions.ts'
import { approvePayment, listPayments, refusePayment } from '../disputes/actions-coverage.ts'
import { decideDispute } from '../disputes/actions-decide.ts'
import { decisions } from '../disputes/dispute.ts'
import { coveragePaymentJson, debtorsJson, operatorDisputeJson } from '../disputes/serialize.ts'
import { idFromPath } from '../values/id.ts'
import { bodyError, ValidationError } from '../values/problems/problem.ts'
import { pageOf } from '../values/requests/page.ts'
import { action, actionWithReason, command, commandGroup, withPage } from './program.ts'

type Listing = { readonly page?: number; readonly status?: string }

export function disputeCommands(program: Command): void {
  const dispute = commandGroup(program, 'dispute', 'disputes about rejections')
  const statuses = 'Open, AdvertiserReplied, UnderReview, PaymentPending or Resolved, with commas between'
  const list = command(dispute, 'list', 'list disputes that wait for a decision, most urgent first')
  action(withPage(list.option('--status <statuses>', statuses)), async (ctx, { status, page }: Listing) =>
    operatorDisputeJson.serializePage(await listDisputes(ctx, { status: status?.split(',') }, pageOf(page)), ctx),
  )
  action(
    command(dispute, 'decide <id>', 'decide a dispute; both sides can read the note')
      .requiredOption('--for <side>', decisions.join(' or '))
      .requiredOption('--note <text>'),
    async (ctx, id: string, { note, for: side }: { note: string; for: string }) =>
      operatorDisputeJson.serialize(await decideDispute(ctx, idFromPath(id), sideOf(side), note), ctx),
  )
  coverageCommands(program)
}

function coverageCommands(program: Command): void {
  const debtors = command(program, 'guarantee', 'list advertisers who owe the platform money')
  action(withPage(debtors), async (ctx, { page }: Listing) =>
    debtorsJson.serializePage(await listDebtors(ctx, pageOf(page)), ctx.config.currency),
  )
  const payment = commandGroup(program, 'guarantee-payment', "platform payments that need an operator's approval")
  const list = command(payment, 'list', 'list waiting payments, oldest first')
  action(
    withPage(list.option('--status <statuses>', 'Waiting, Approved, Refused or Covered, with commas between')),
    async (ctx, { status, page }: Listing) =>
      coveragePaymentJson.serializePage(await listPayments(ctx, status?.split(','), pageOf(page)), ctx.config.currency),
  )
  action(command(payment, 'approve <id>', 'approve a payment to the executor'), async (ctx, id: string) =>
    coveragePaymentJson.serialize(await approvePayment(ctx, idFromPath(id)), ctx.config.currency),
  )
  actionWithReason(
    command(payment, 'refuse <id>', 'refuse a payment; the rejection stands, and both sides can read the reason'),
    async (ctx, id, reason) =>
      coveragePaymentJson.serialize(await refusePayment(ctx, idFromPath(id), reason), ctx.config.currency),
  )
}

function sideOf(text: string) {
  const side = decisions.find((each) => each === text)
  if (side) return side
  throw ValidationError([
    bodyError('for', 'enum', {
      en: `must be ${decisions.join(' or ')}.`,
      ru: `должно быть ${decisions.join(' или ')}.`,
    }),
  ])
}
