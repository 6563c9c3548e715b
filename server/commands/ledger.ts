import type { Command } from 'commander'
import { verifyBooks } from '../audit/actions-books.ts'
import { showBalance } from '../ledger/show.ts'
import { deposit } from '../payments/actions.ts'
import { decimalOf } from '../values/money.ts'
import { command, once } from './program.ts'

export function ledgerCommands(program: Command): void {
  command(program, 'deposit', 'book money that an advertiser paid in')
    .requiredOption('--email <email>')
    .requiredOption('--amount <number>', 'such as 100.5', Number)
    .option('--reference <text>', 'the same reference is booked once')
    .action(({ json, ...input }) =>
      once(json, async (ctx) => {
        const { available, held, total, currency } = showBalance(await deposit(ctx, input), ctx.config.currency)
        return { available, held, total, currency }
      }),
    )
  const ledger = program.command('ledger').description('the books').exitOverride()
  command(
    ledger,
    'verify',
    'recompute every balance, and what each hold, clearing and withdrawal calls for; exits 1 where the books do not balance',
  ).action(({ json }) =>
    once(json, async (ctx) => {
      const { accounts, transfers, sumUnits, mismatches, ok } = await verifyBooks(ctx)
      if (!ok) process.exitCode = 1
      const shown = mismatches.map(({ what, keptUnits, summedUnits }) => ({
        what,
        kept: decimalOf(keptUnits),
        expected: decimalOf(summedUnits),
      }))
      return { ok, accounts, transfers, sum: decimalOf(sumUnits), ...(ok ? {} : { mismatches: shown }) }
    }),
  )
}
