import type { Command } from 'commander'
import { findAccount } from '../accounts/actions.ts'
import { answerSanction, imposeSanction, listSanctions } from '../accounts/sanctions/actions.ts'
import { sanctionCodes, sanctionKinds } from '../accounts/sanctions/sanctions.ts'
import { serializeSanction, serializeSanctions } from '../accounts/sanctions/serialize.ts'
import { idFromPath } from '../values/id.ts'
import { pageOf } from '../values/requests/page.ts'
import { reasonOf } from '../values/requests/reason.ts'
import { action, actionWithReason, command, commandGroup, oneOf } from './program.ts'

type NewSanction = {
  readonly email: string
  readonly kind: string
  readonly code: string
  readonly reason: string
  readonly until?: string
}

export function sanctionCommands(program: Command): void {
  const sanction = commandGroup(program, 'sanction', 'sanctions on accounts')
  action(
    command(sanction, 'impose', 'impose a sanction at once')
      .requiredOption('--email <email>')
      .requiredOption('--kind <kind>', `one of ${sanctionKinds.join(', ')}`)
      .requiredOption('--code <code>', `one of ${sanctionCodes.join(', ')}`)
      .requiredOption('--reason <text>', "shown to the account's holder")
      .option('--until <time>', 'with its zone, such as 2026-01-31T12:00:00Z; default: until it is lifted'),
    async (ctx, { email, kind, code, reason, until }: NewSanction) => {
      const imposed = await imposeSanction(ctx, {
        account: (await findAccount(ctx, email)).id,
        kind: oneOf('kind', sanctionKinds, kind),
        code: oneOf('code', sanctionCodes, code),
        reason: reasonOf(reason),
        endsAtUtc: until,
      })
      return serializeSanction(imposed, 'operator', imposed.updatedAt)
    },
  )
  action(
    command(sanction, 'list', 'list sanctions, newest first').option(
      '--email <email>',
      'only of this account; default: all in force',
    ),
    async (ctx, { email }: { email?: string }) => {
      const account = email === undefined ? undefined : (await findAccount(ctx, email)).id
      const filter =
        account === undefined ? { status: ['InForce', 'Appealed', 'Upheld'] } : { account: String(account) }
      return serializeSanctions(await listSanctions(ctx, filter, pageOf(1, 100)), 'operator')
    },
  )
  for (const verb of ['uphold', 'lift'] as const) {
    const about = verb === 'lift' ? 'lift a sanction' : 'reject the appeal against a sanction'
    actionWithReason(command(sanction, `${verb} <id>`, about), async (ctx, id, reason) => {
      const answered = await answerSanction(ctx, idFromPath(id), verb, reason)
      return serializeSanction(answered, 'operator', answered.updatedAt)
    })
  }
}
