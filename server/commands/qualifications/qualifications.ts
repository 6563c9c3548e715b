import type { Command } from 'commander'
import { listQualifications } from '../../qualifications/actions.ts'
import { grantByHand, listGrants, takeByHand } from '../../qualifications/actions-grants.ts'
import { operatorGrantJson, qualificationJson } from '../../qualifications/serialize.ts'
import { idFromPath } from '../../values/id.ts'
import { pageOf } from '../../values/requests/page.ts'
import { reasonOf } from '../../values/requests/reason.ts'
import { readCsvFile } from '../csv-file.ts'
import { action, command, commandGroup, type Paged, withPage, withReason } from '../program.ts'

const side = 'operator'
type Reasoned = { readonly reason: string }

export function qualificationCommands(program: Command): void {
  const qualification = commandGroup(program, 'qualification', 'qualifications of the marketplace')
  action(withPage(command(qualification, 'list', 'list them, newest first')), async (ctx, { page }: Paged) =>
    qualificationJson.serializePage(await listQualifications(ctx, side, pageOf(page)), side),
  )
  action(withPage(command(qualification, 'grants <id>', 'list who has it')), async (ctx, id: string, { page }: Paged) =>
    operatorGrantJson.serializePage(await listGrants(ctx, side, idFromPath(id), pageOf(page))),
  )
  const about = 'grant it to the executors of a CSV of accountId, score, expiresAtUtc; all or none'
  action(
    withReason(command(qualification, 'grant <id> <file>', about)),
    async (ctx, id: string, file: string, { reason }: Reasoned) => {
      const input = { csv: await readCsvFile(file), reason: reasonOf(reason) }
      return qualificationJson.serialize(await grantByHand(ctx, side, idFromPath(id), input), side)
    },
  )
  action(
    withReason(command(qualification, 'take <id> <account>', 'take it from an executor')),
    async (ctx, id: string, account: string, { reason }: Reasoned) => {
      const taken = takeByHand(ctx, side, idFromPath(id), String(idFromPath(account)), reasonOf(reason))
      return qualificationJson.serialize(await taken, side)
    },
  )
}
