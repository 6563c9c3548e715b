import type { Command } from 'commander'
import { decideDispute } from '../disputes/actions-decide.ts'
import { listDebtors, listDisputes } from '../disputes/actions-list.ts'
import { decisions } from '../disputes/dispute.ts'
import { showAllToDecide, showDebtors, showToDecide } from '../disputes/show.ts'
import { idFromPath } from '../values/id.ts'
import { pageOf } from '../values/page.ts'
import { bodyError, ValidationError } from '../values/problem.ts'
import { command, once } from './program.ts'

type Listing = { readonly json?: boolean; readonly page?: number; readonly status?: string }
type Deciding = { readonly json?: boolean; readonly for: string; readonly note: string }

export function disputeCommands(program: Command): void {
  const dispute = program.command('dispute').description('appeals against rejections').exitOverride()
  command(dispute, 'list', 'disputes that wait for a decision, the most urgent first')
    .option('--status <statuses>', 'others: Open, AdvertiserReplied, UnderReview, Resolved')
    .option('--page <number>', 'twenty are on each', Number)
    .action(({ json, status, page }: Listing) =>
      once(json, async (ctx) => showAllToDecide(await listDisputes(ctx, status?.split(','), pageOf(page)))),
    )
  command(dispute, 'decide <id>', 'end a dispute; both sides read the note')
    .requiredOption('--for <side>', decisions.join(' or '))
    .requiredOption('--note <text>')
    .action((id: string, { json, note, for: side }: Deciding) =>
      once(json, async (ctx) => showToDecide(await decideDispute(ctx, idFromPath(id), sideOf(side), note))),
    )
  command(program, 'guarantee', 'advertisers in whose place the platform paid, and what they owe')
    .option('--page <number>', 'twenty are on each', Number)
    .action(({ json, page }: Listing) =>
      once(json, async (ctx) => showDebtors(await listDebtors(ctx, pageOf(page)), ctx.config.currency)),
    )
}

function sideOf(text: string) {
  const side = decisions.find((each) => each === text)
  if (side) return side
  throw ValidationError([bodyError('for', 'enum', `must be ${decisions.join(' or ')}.`)])
}
