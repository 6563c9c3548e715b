import { writeFile } from 'node:fs/promises'
import { type Command, Option } from 'commander'
import { countOf } from '../../cli/src/input/options.ts'
import { createPayout, exportPayout, listPayouts } from '../payments/payouts/actions.ts'
import { exportRequestOf, payoutFormats } from '../payments/payouts/payout.ts'
import { payoutJson } from '../payments/payouts/serialize.ts'
import { allWithdrawals, transitionWithdrawal } from '../payments/withdrawals/actions.ts'
import { markWithdrawals, previewResults } from '../payments/withdrawals/actions-results.ts'
import { resultsOf } from '../payments/withdrawals/bank-results.ts'
import { operatorWithdrawalJson, serializeMarked, serializePreview } from '../payments/withdrawals/serialize.ts'
import { withdrawalStatuses } from '../payments/withdrawals/withdrawal.ts'
import type { Ctx } from '../platform/database/ctx.ts'
import { partialProblem } from '../platform/http/answer.ts'
import { type FileRequest, recordFile } from '../values/csv/file.ts'
import { idFromPath } from '../values/id.ts'
import type { Problem } from '../values/problems/problem.ts'
import { pageOf } from '../values/requests/page.ts'
import { reasonOf } from '../values/requests/reason.ts'
import { readCsvFile } from './csv-file.ts'
import { action, actionWithReason, collect, command, commandGroup, type Paged, withInstallation } from './program.ts'
import { confirm, exitAsRefused, printError, terminal } from './terminal.ts'

const paged = (list: Command): Command =>
  list.option('--page <number>', 'from 1', countOf).option('--page-size <number>', '1 to 100', countOf)

export function withdrawalCommands(program: Command): void {
  const withdrawal = commandGroup(program, 'withdrawal', 'withdrawals of executors')
  action(
    paged(command(withdrawal, 'list', 'list withdrawals that wait for approval, oldest first'))
      .option('--status <status>', `one of ${withdrawalStatuses.join(', ')}; may be repeated`, collect)
      .option('--payout <id>', 'all withdrawals of this payout'),
    async (ctx, { page, pageSize, ...filter }: Paged & { status?: readonly string[]; payout?: string }) => {
      const payout = filter.payout === undefined ? undefined : idFromPath<'payout'>(filter.payout)
      const status = filter.status ?? (payout === undefined ? ['Requested'] : undefined)
      return operatorWithdrawalJson.serializePage(await allWithdrawals(ctx, { status, payout }, pageOf(page, pageSize)))
    },
  )
  action(
    command(withdrawal, 'approve <id>', 'approve a withdrawal for the next payout').option(
      '--reason <text>',
      'required if others use the payout account; for the audit log',
    ),
    async (ctx, id: string, { reason }: { reason?: string }) => {
      const approval = {
        id: idFromPath<'withdrawal'>(id),
        reason: reason && reasonOf(reason),
        move: 'approve',
      } as const
      return operatorWithdrawalJson.serialize(await transitionWithdrawal(ctx, approval))
    },
  )
  const reference = "the bank's reference of the payment"
  action(
    command(withdrawal, 'paid <id>', 'mark a withdrawal as paid').requiredOption('--reference <text>', reference),
    async (ctx, id: string, { reference }: { reference: string }) =>
      operatorWithdrawalJson.serialize(await transitionWithdrawal(ctx, { id: idFromPath(id), move: 'pay', reference })),
  )
  returnCommands(withdrawal)
  payoutCommands(program)
}

function returnCommands(withdrawal: Command): void {
  for (const [name, move, about] of [
    ['reject', 'reject', 'reject a withdrawal; the executor gets the money back'],
    ['failed', 'fail', 'mark a withdrawal as failed; the executor gets the money back'],
  ] as const)
    actionWithReason(
      command(withdrawal, `${name} <id>`, about),
      async (ctx, id, reason) =>
        operatorWithdrawalJson.serialize(await transitionWithdrawal(ctx, { id: idFromPath(id), move, reason })),
      'shown to the executor',
    )
  action(
    command(withdrawal, 'results <file>', 'import results from a CSV of id, status, reference, reason').option(
      '--yes',
      'apply without asking',
    ),
    importResults,
  )
}

/** Shows what a file of results would change, asks, and applies it. Exits with 1 if a line is refused. */
async function importResults(ctx: Ctx, file: string, { yes }: { readonly yes?: true }) {
  const problemBody = (problem: Problem) => partialProblem(problem, { headers: {} }, ctx.config.publicUrl)
  const results = await resultsOf({ csv: await readCsvFile(file) })
  if (!yes) {
    const { totals, results: lines } = serializePreview(
      await previewResults(ctx, results),
      ctx.config.currency,
      problemBody,
    )
    for (const { line, id, problem } of lines)
      if (problem) printError(`Line ${line}, withdrawal ${id}: ${problem['title']}`)
    const sum = (status: 'paid' | 'failed') => `${totals[status].count} (${totals[status].amount} ${totals.currency})`
    printError(
      `Paid: ${sum('paid')}. Failed: ${sum('failed')}. Unchanged: ${totals.unchanged}. Refused: ${totals.refused}.`,
    )
    await confirm('Apply these results?', '--yes')
  }
  const marked = serializeMarked(await markWithdrawals(ctx, results), problemBody)
  if (marked.results.some(({ ok }) => !ok)) exitAsRefused()
  return marked
}

function payoutCommands(program: Command): void {
  const payout = commandGroup(program, 'payout', 'groups of approved withdrawals for the bank')
  action(
    command(payout, 'create', 'create a payout of all approved withdrawals').option(
      '--sepa',
      'only of those that SEPA transfers can pay',
    ),
    async (ctx, { sepa }: { sepa?: true }) => payoutJson.serialize(await createPayout(ctx, sepa ? 'Sepa' : 'Any')),
  )
  action(paged(command(payout, 'list', 'list payouts, newest first')), async (ctx, { page, pageSize }: Paged) =>
    payoutJson.serializePage(await listPayouts(ctx, pageOf(page, pageSize))),
  )
  commandGroup(payout, 'export <id>', 'export the file of a payout, by default as CSV')
    .option('--again', 'export an exported payout again; needs a reason')
    .option('--reason <text>', 'reason for the new export, for the audit log')
    .addOption(new Option('--format <format>', 'jsonl: JSON lines; pain.001: SEPA transfers').choices(payoutFormats))
    .addOption(new Option('--separator <name>').choices(['comma', 'semicolon', 'tab']))
    .addOption(new Option('--decimal <name>').choices(['point', 'comma']))
    .option('--no-bom', 'without a byte order mark')
    .option('--output <file>', 'a file readable only by you; default: standard output')
    .action((id: string, { output, ...request }: Export) => exportTo(id, request, output))
}

type Export = FileRequest & { readonly output?: string; readonly again?: boolean; readonly reason?: string }

/** Exports a payout. The file contains account details, so only its owner can read it. */
async function exportTo(id: string, request: Omit<Export, 'output'>, output: string | undefined): Promise<void> {
  await withInstallation(async (ctx) => {
    const form = request.format === 'pain.001' ? request.format : recordFile(request)
    const file = await exportPayout(ctx, idFromPath(id), exportRequestOf(request), form)
    if (output === undefined) terminal().writeOut(file)
    else await writeFile(output, file, { mode: 0o600 })
  })
}
