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
  const withdrawal = program.command('withdrawal').description('what executors withdraw').exitOverride()
  paged(command(withdrawal, 'list', 'withdrawals, the oldest first; those that wait for approval'))
    .option('--status <status>', `one of ${withdrawalStatuses.join(', ')}; may be repeated`, collect)
    .option('--payout <id>', 'those of one payout, whatever their status')
    .action(({ json, page, pageSize, ...asked }: Paged & { status?: readonly string[]; payout?: string }) =>
      once(json, async (ctx) => {
        const payout = asked.payout === undefined ? undefined : idFromPath<'payout'>(asked.payout)
        const status = asked.status ?? (payout === undefined ? ['Requested'] : undefined)
        return serializeAllForOperator(await allWithdrawals(ctx, { status, payout }, pageOf(page, pageSize)))
      }),
    )
  command(withdrawal, 'approve <id>', 'let it go out with the next payout').action((id: string, { json }: Json) =>
    once(json, async (ctx) =>
      serializeForOperator(await transitionWithdrawal(ctx, { id: idFromPath(id), move: 'approve' })),
    ),
  )
  command(withdrawal, 'paid <id>', 'say that it was paid')
    .requiredOption('--reference <text>', 'by what the bank knows the payment')
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
    ['reject', 'reject', 'refuse it; the executor gets the money back'],
    ['failed', 'fail', 'say that it was not paid; the executor gets the money back'],
  ] as const)
    command(withdrawal, `${name} <id>`, about)
      .requiredOption('--reason <text>', 'what the executor is told')
      .action((id: string, { json, reason }: Json & { reason: string }) =>
        once(json, async (ctx) =>
          serializeForOperator(await transitionWithdrawal(ctx, { id: idFromPath(id), move, reason: reasonOf(reason) })),
        ),
      )
  command(withdrawal, 'results <file>', 'say what became of many, by a CSV of id, status, reference, reason').action(
    (file: string, { json }: Json) =>
      once(json, async (ctx) =>
        serializeMarked(await markWithdrawals(ctx, resultsOf({ csv: await readFile(file, 'utf8') })), (problem) =>
          partialProblem(problem, { headers: {} }, ctx.config.publicUrl),
        ),
      ),
  )
}

function payoutCommands(program: Command): void {
  const payout = program.command('payout').description('approved withdrawals, in one file').exitOverride()
  command(payout, 'create', 'take everything that is approved').action(({ json }: Json) =>
    once(json, async (ctx) => serializePayout(await createPayout(ctx))),
  )
  paged(command(payout, 'list', 'payouts, the latest first')).action(({ json, page, pageSize }: Paged) =>
    once(json, async (ctx) => serializePayouts(await listPayouts(ctx, pageOf(page, pageSize)))),
  )
  payout
    .command('export <id>')
    .description('the file of a payout, as CSV')
    .exitOverride()
    .option('--again', 'export it again, where it was exported before; needs a reason')
    .option('--reason <text>', 'why it is exported again, for the audit log')
    .option('--output <file>', 'where to write it, for your eyes only; standard output when left out')
    .action((id: string, { output, ...asked }: Export) => exportTo(id, exportAsked(asked), output))
}

type Export = { readonly output?: string; readonly again?: boolean; readonly reason?: string }

/** It says where money is to go: a file is readable by its owner alone. */
async function exportTo(id: string, asked: ExportRequest, output: string | undefined): Promise<void> {
  const { ctx, close } = await openInstallation()
  try {
    const file = await exportPayout(ctx, idFromPath(id), asked)
    if (output === undefined) process.stdout.write(file)
    else await writeFile(output, file, { mode: 0o600 })
  } finally {
    await close()
  }
}
