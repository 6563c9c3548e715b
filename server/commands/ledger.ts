import type { Command } from 'commander'
import { verifyInvariants } from '../audit/ledger-check/actions.ts'
import { decimalOf } from '../values/money.ts'
import { action, command, commandGroup } from './program.ts'
import { exitAsRefused } from './terminal.ts'

const about = 'recompute balances, holds, clearings and withdrawals; exits with 1 if the books do not balance'

export function ledgerCommands(program: Command): void {
  const ledger = commandGroup(program, 'ledger', 'the books')
  action(command(ledger, 'verify', about), async (ctx) => {
    const { accounts, transfers, sumUnits, mismatches, ok } = await verifyInvariants(ctx)
    if (!ok) exitAsRefused()
    const decimals = mismatches.map(({ what, keptUnits, summedUnits }) => ({
      what,
      kept: decimalOf(keptUnits),
      expected: decimalOf(summedUnits),
    }))
    return { ok, accounts, transfers, sum: decimalOf(sumUnits), ...(ok ? {} : { mismatches: decimals }) }
  })
}
