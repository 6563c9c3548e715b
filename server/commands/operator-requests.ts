import type { Command } from 'commander'
import {
  approveOperatorRequest,
  listOperatorRequests,
  refuseOperatorRequest,
} from '../accounts/operator-requests/actions.ts'
import { operatorRequestStatuses } from '../accounts/operator-requests/operator-request.ts'
import { operatorRequestJson } from '../accounts/operator-requests/serialize.ts'
import { idFromPath } from '../values/id.ts'
import { pageOf } from '../values/requests/page.ts'
import { action, actionWithReason, collect, command, commandGroup } from './program.ts'

type Listing = { readonly page: number; readonly status?: readonly string[] }

export function operatorRequestCommands(program: Command): void {
  const group = commandGroup(program, 'operator-request', 'changes to operators that await a second operator')
  action(
    command(group, 'list', 'list requested changes to operators, oldest first')
      .option('--status <status>', `one of ${operatorRequestStatuses.join(', ')}; may be repeated`, collect)
      .option('--page <number>', 'from 1', Number, 1),
    async (ctx, { page, status = ['Requested'] }: Listing) =>
      operatorRequestJson.serializePage(await listOperatorRequests(ctx, { status }, pageOf(page, 100))),
  )
  action(command(group, 'approve <id>', 'approve a requested change'), async (ctx, id: string) =>
    operatorRequestJson.serialize(await approveOperatorRequest(ctx, idFromPath(id))),
  )
  actionWithReason(
    command(group, 'refuse <id>', 'refuse a requested change'),
    async (ctx, id, reason) => operatorRequestJson.serialize(await refuseOperatorRequest(ctx, idFromPath(id), reason)),
    'why',
  )
}
