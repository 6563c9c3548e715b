import { readFile, writeFile } from 'node:fs/promises'
import type { Command } from 'commander'
import { type ExportRequest, exportAsked } from '../payments/payout.ts'
import { createPayout, exportPayout, listPayouts, markWithdrawals } from '../payments/payouts/actions.ts'
import { resultsOf } from '../payments/payouts/payout-results.ts'
import {
  serializeAllForOperator,
  serializeForOperator,
  serializeMarked,
  serializePayout,
  serializePayouts,
} from '../payments/serialize-withdrawals.ts'
import { withdrawalStatuses } from '../payments/withdrawal.ts'
import { allWithdrawals, transitionWithdrawal } from '../payments/withdrawals/actions.ts'
import { partialProblem } from '../platform/http/answer.ts'
import { idFromPath } from '../values/id.ts'
import { pageOf } from '../values/requests/page.ts'
import { reasonOf } from '../values/requests/reason.ts'
import { openInstallation } from './installation.ts'
import { collect, command, once } from './program.ts'

type Json = { readonly json?: boolean }
type Paged = Json & { readonly page?: number; readonly pageSize?: number }

const paged = (list: Command): Command =>
  list.option('--page <number>', 'from 1', Number).option('--page-size <number>', '1 to 100', Number)

export function withdrawalCommands(program: Command): void {
  const withdrawal = program.command('withdrawal').description('withdrawals of executors').exitOverride()
  paged(command(withdrawal, 'list', 'list withdrawals that wait for approval, oldest first'))
    .option('--status <status>', `one of ${withdrawalStatuses.join(', ')}; may be repeated`, collect)
    .option('--payout <id>', 'all withdrawals of this payout')
    .action(({ json, page, pageSize, ...asked }: Paged & { status?: readonly string[]; payout?: string }) =>
      once(json, async (ctx) => {
        const payout = asked.payout === undefined ? undefined : idFromPath<'payout'>(asked.payout)
        const status = asked.status ?? (payout === undefined ? ['Requested'] : undefined)
        return serializeAllForOperator(await allWithdrawals(ctx, { status, payout }, pageOf(page, pageSize)))
      }),
    )
  command(withdrawal, 'approve <id>', 'approve a withdrawal for the next payout').action((id: string, { json }: Json) =>
    once(json, async (ctx) =>
      serializeForOperator(await transitionWithdrawal(ctx, { id: idFromPath(id), move: 'approve' })),
    ),
  )
  command(withdrawal, 'paid <id>', 'mark a withdrawal as paid')
    .requiredOption('--reference <text>', "the bank's reference of the payment")
    .action((id: string, { json, reference }: Json & { reference: string }) =>
      once(json, async (ctx) =>
        serializeForOperator(await transitionWithdrawal(ctx, { id: idFromPath(id), move: 'pay', reference })),
      ),
    )
  returning(withdrawal)
  payoutCommands(program)
}

function returning(withdrawal: Command): void {
  for (const [name, move, about] of [
    ['reject', 'reject', 'reject a withdrawal; the executor gets the money back'],
    ['failed', 'fail', 'mark a withdrawal as failed; the executor gets the money back'],
  ] as const)
    command(withdrawal, `${name} <id>`, about)
      .requiredOption('--reason <text>', 'shown to the executor')
      .action((id: string, { json, reason }: Json & { reason: string }) =>
        once(json, async (ctx) =>
          serializeForOperator(await transitionWithdrawal(ctx, { id: idFromPath(id), move, reason: reasonOf(reason) })),
        ),
      )
  command(withdrawal, 'results <file>', 'import results from a CSV of id, status, reference, reason').action(
    (file: string, { json }: Json) =>
      once(json, async (ctx) =>
        serializeMarked(await markWithdrawals(ctx, resultsOf({ csv: await readFile(file, 'utf8') })), (problem) =>
          partialProblem(problem, { headers: {} }, ctx.config.publicUrl),
        ),
      ),
  )
}

function payoutCommands(program: Command): void {
  const payout = program.command('payout').description('groups of approved withdrawals for the bank').exitOverride()
  command(payout, 'create', 'create a payout of all approved withdrawals').action(({ json }: Json) =>
    once(json, async (ctx) => serializePayout(await createPayout(ctx))),
  )
  paged(command(payout, 'list', 'list payouts, newest first')).action(({ json, page, pageSize }: Paged) =>
    once(json, async (ctx) => serializePayouts(await listPayouts(ctx, pageOf(page, pageSize)))),
  )
  payout
    .command('export <id>')
    .description('export the file of a payout as CSV')
    .exitOverride()
    .option('--again', 'export an exported payout again; needs a reason')
    .option('--reason <text>', 'reason for the new export, for the audit log')
    .option('--output <file>', 'a file readable only by you; default: standard output')
    .action((id: string, { output, ...asked }: Export) => exportTo(id, exportAsked(asked), output))
}

type Export = { readonly output?: string; readonly again?: boolean; readonly reason?: string }

/** Exports a payout. The file contains account details, so only its owner can read it. */
async function exportTo(id: string, request: ExportRequest, output: string | undefined): Promise<void> {
  const { ctx, close } = await openInstallation()
  try {
    const file = await exportPayout(ctx, idFromPath(id), request)
    if (output === undefined) process.stdout.write(file)
    else await writeFile(output, file, { mode: 0o600 })
  } finally {
    await close()
  }
}
