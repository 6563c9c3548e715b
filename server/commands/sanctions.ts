import type { Command } from 'commander'
import { findAccount } from '../accounts/actions.ts'
import { answerSanction, imposeSanction, listSanctions } from '../accounts/sanctions/actions.ts'
import { sanctionCodes, sanctionKinds } from '../accounts/sanctions/sanctions.ts'
import { serializeSanction, serializeSanctions } from '../accounts/sanctions/serialize.ts'
import { idFromPath } from '../values/id.ts'
import { bodyError, ValidationError } from '../values/problems/problem.ts'
import { pageOf } from '../values/requests/page.ts'
import { reasonOf } from '../values/requests/reason.ts'
import { command, once } from './program.ts'

type Json = { readonly json?: boolean }
type Imposed = Json & {
  readonly email: string
  readonly kind: string
  readonly code: string
  readonly reason: string
  readonly until?: string
}

export function sanctionCommands(program: Command): void {
  const sanction = program.command('sanction').description('sanctions on accounts').exitOverride()
  command(sanction, 'impose', 'impose a sanction at once')
    .requiredOption('--email <email>')
    .requiredOption('--kind <kind>', `one of ${sanctionKinds.join(', ')}`)
    .requiredOption('--code <code>', `one of ${sanctionCodes.join(', ')}`)
    .requiredOption('--reason <text>', "shown to the account's holder")
    .option('--until <time>', 'RFC 3339; default: until it is lifted')
    .action(({ json, ...input }: Imposed) => once(json, (ctx) => imposed(ctx, input)))
  command(sanction, 'list', 'list sanctions, newest first')
    .option('--email <email>', 'only of this account; default: all in force')
    .action(({ json, email }: Json & { email?: string }) =>
      once(json, async (ctx) => {
        const account = email === undefined ? undefined : (await findAccount(ctx, email)).id
        const filter = account === undefined ? { status: ['InForce', 'Appealed', 'Upheld'] } : { account }
        return serializeSanctions(await listSanctions(ctx, filter, pageOf(1, 100)), 'operator')
      }),
    )
  for (const verb of ['uphold', 'lift'] as const) {
    command(sanction, `${verb} <id>`, verb === 'lift' ? 'lift a sanction' : 'reject the appeal against a sanction')
      .requiredOption('--reason <text>')
      .action((id: string, { json, reason }: Json & { reason: string }) =>
        once(json, async (ctx) => {
          const answered = await answerSanction(ctx, idFromPath(id), verb, reasonOf(reason))
          return serializeSanction(answered, 'operator', answered.updatedAt)
        }),
      )
  }
}

async function imposed(ctx: Parameters<typeof findAccount>[0], { email, until, ...input }: Omit<Imposed, 'json'>) {
  const sanction = {
    account: (await findAccount(ctx, email)).id,
    kind: known('kind', sanctionKinds, input.kind),
    code: known('code', sanctionCodes, input.code),
    reason: reasonOf(input.reason),
    endsAtUtc: until,
  }
  const made = await imposeSanction(ctx, sanction)
  return serializeSanction(made, 'operator', made.updatedAt)
}

function known<Word extends string>(field: string, words: readonly Word[], given: string): Word {
  const found = words.find((word) => word === given)
  if (found) return found
  throw ValidationError([bodyError(field, 'enum', `must be one of ${words.join(', ')}.`)])
}
