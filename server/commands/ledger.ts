import type { Command } from 'commander'
import { verifyInvariants } from '../audit/ledger-check/actions.ts'
import { decimalOf } from '../values/money.ts'
import { command, once } from './program.ts'

export function ledgerCommands(program: Command): void {
  const ledger = program.command('ledger').description('the books').exitOverride()
  command(
    ledger,
    'verify',
    'recompute balances, holds, clearings and withdrawals; exits with 1 if the books do not balance',
  ).action(({ json }) =>
    once(json, async (ctx) => {
      const { accounts, transfers, sumUnits, mismatches, ok } = await verifyInvariants(ctx)
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
