import { type Command, Option } from 'commander'
import { amountOf, countOf } from '../../cli/src/input/options.ts'
import { balanceJson } from '../ledger/serialize.ts'
import { allDeposits } from '../payments/deposits/actions.ts'
import { deposit, payee } from '../payments/deposits/actions-bookings.ts'
import { methods } from '../payments/deposits/deposit.ts'
import { bookedDepositJson } from '../payments/deposits/serialize.ts'
import { refundDeposit, voidDeposit } from '../payments/refunds/actions-refunds.ts'
import type { Ctx } from '../platform/database/ctx.ts'
import { idFromPath } from '../values/id.ts'
import { pageOf } from '../values/requests/page.ts'
import { action, actionWithReason, command } from './program.ts'
import { confirm, printError, terminal } from './terminal.ts'

const amountIn = (text: string): number => Number(amountOf(text))

const byHand = methods.filter((method) => method !== 'Stripe')

type Booking = Parameters<typeof deposit>[1] & { readonly yes?: true }
type Listing = { readonly email?: string; readonly status?: string; readonly page: number }

/** Shows the recipient and the amount, and asks for confirmation at a terminal. Scripts are not asked. */
async function confirmPayer(ctx: Ctx, booking: Booking): Promise<void> {
  if (!terminal().ask) return
  const { account, email, name } = await payee(ctx, booking)
  const { currency } = ctx.config
  const amount = new Intl.NumberFormat('en', { style: 'currency', currency, maximumFractionDigits: 4 })
  printError(
    `Account ${account}: ${[name, email].filter(Boolean).join(', ')}. Amount: ${amount.format(booking.amount)}.`,
  )
  await confirm('Record this deposit?', '--yes')
}

export function depositCommands(program: Command): void {
  action(
    command(program, 'deposit', "book an advertiser's payment")
      .requiredOption('--email <email>')
      .requiredOption('--amount <number>', 'such as 100.5', amountIn)
      .option('--reference <text>', 'each reference is booked once')
      .addOption(new Option('--method <method>').choices(byHand).default(byHand[0]))
      .option('--note <text>')
      .option('--yes', 'record without asking'),
    async (ctx, { yes, ...input }: Booking) => {
      if (!yes) await confirmPayer(ctx, input)
      const { available, held, total, currency } = balanceJson.serialize(await deposit(ctx, input), ctx.config.currency)
      return { available, held, total, currency }
    },
  )
  action(
    command(program, 'deposits', 'list deposits, newest first')
      .option('--email <email>', 'only of this account')
      .option('--status <status>')
      .option('--page <number>', 'from 1', countOf, 1),
    async (ctx, { email, status, page }: Listing) => {
      const filter = { email, ...(status === undefined ? {} : { status: [status] }) }
      return bookedDepositJson.serializePage(await allDeposits(ctx, filter, pageOf(page, 100)))
    },
  )
  action(
    command(program, 'refund <deposit>', 'refund a deposit, or part of it, from available money')
      .option('--amount <number>', 'default: all that is left', amountIn)
      .option('--reason <text>'),
    async (ctx, id: string, input: Parameters<typeof refundDeposit>[2]) =>
      bookedDepositJson.serialize(await refundDeposit(ctx, idFromPath(id), input)),
  )
  actionWithReason(
    command(program, 'void <deposit>', 'void a deposit that was recorded by mistake within the last day'),
    async (ctx, id, reason) => bookedDepositJson.serialize(await voidDeposit(ctx, idFromPath(id), reason)),
    'shown to the advertiser',
  )
}
