import { type Command, Option } from 'commander'
import { amountOf, countOf } from '../../cli/src/input/options.ts'
import { balanceJson } from '../ledger/serialize.ts'
import { allDeposits } from '../payments/deposits/actions.ts'
import { deposit } from '../payments/deposits/actions-bookings.ts'
import { methods } from '../payments/deposits/deposit.ts'
import { bookedDepositJson } from '../payments/deposits/serialize.ts'
import { refundDeposit } from '../payments/refunds/actions-refunds.ts'
import { idFromPath } from '../values/id.ts'
import { pageOf } from '../values/requests/page.ts'
import { action, command } from './program.ts'

const amountIn = (text: string): number => Number(amountOf(text))

const byHand = methods.filter((method) => method !== 'Stripe')

type Listing = { readonly email?: string; readonly status?: string; readonly page: number }

export function depositCommands(program: Command): void {
  action(
    command(program, 'deposit', "book an advertiser's payment")
      .requiredOption('--email <email>')
      .requiredOption('--amount <number>', 'such as 100.5', amountIn)
      .option('--reference <text>', 'each reference is booked once')
      .addOption(new Option('--method <method>').choices(byHand).default(byHand[0]))
      .option('--note <text>'),
    async (ctx, input: Parameters<typeof deposit>[1]) => {
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
}
