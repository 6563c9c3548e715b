import { hashOf } from '../../../server/accounts/credential.ts'
import { sql } from '../../../server/platform/sql.ts'
import type { Callers } from '../../support/callers.ts'
import { type Operation, type Rest, settings } from './operation.ts'
import { confirmed, nothing, on, type Ready, someAccount } from './ready.ts'

let serial = 0

const invite = async ({ market }: Callers, account: number, email: string, token: string): Promise<number> => {
  await market.ctx.db.run(sql`delete from invitations where account = ${account}::bigint`)
  const { id } = await market.ctx.db.one<{ id: number }>(sql`
    insert into invitations (account, email, role, token, status, created_at, expires_at)
    values (${account}::bigint, ${email}, 'Reviewer', ${hashOf(token)}::bytea, 'Open', now(), now() + interval '90 days') returning id`)
  return id
}

const join = async ({ market }: Callers, workspace: number, person: number): Promise<number> => {
  const { id } = await market.ctx.db.one<{ id: number }>(sql`
    insert into credentials (kind, account, hash, name, roles, scopes, person, created_at)
    values ('ApiKey', ${workspace}::bigint, ${hashOf(`member ${++serial}`)}::bytea, 'member@example.com', '{Reviewer}', '{}',
      ${person}::bigint, now()) returning id`)
  return id
}
const leave = ({ market, advertiser }: Callers) =>
  market.ctx.db.run(
    sql`update credentials set revoked_at = now() where person = ${advertiser.id} and revoked_at is null`,
  )

async function toInvite(callers: Callers): Promise<Ready> {
  await callers.market.ctx.db.run(sql`delete from invitations`)
  await callers.market.ctx.db.run(sql`delete from sign_in_guesses where starts_with(subject, 'invitations')`)
  return { ...(await confirmed(callers)), body: { email: `invited${++serial}@example.com`, role: 'Reviewer' } }
}
const ownInvitation = (callers: Callers) =>
  invite(callers, callers.advertiser.id, 'invited@example.com', `own ${++serial}`)
async function ownMember(callers: Callers): Promise<number> {
  await confirmed(callers)
  return join(callers, callers.advertiser.id, await someAccount(callers))
}
async function membership(callers: Callers): Promise<number> {
  await leave(callers)
  await join(callers, callers.strangers.Advertiser.id, callers.advertiser.id)
  return callers.strangers.Advertiser.id
}
/** An invitation of the advertiser by another one. */
async function received(callers: Callers): Promise<Ready> {
  const token = `received ${++serial}`
  await leave(callers)
  await callers.market.ctx.db.run(
    sql`delete from sign_in_guesses where starts_with(subject, 'attempts at /invitation')`,
  )
  await invite(callers, callers.strangers.Advertiser.id, callers.advertiser.email, token)
  return { body: { token } }
}

const own: Rest = { role: 'Advertiser' }
const answered: Rest = { again: '404 invitation_not_found' }

/** Operations on members of workspaces and invitations to them. */
export const workspaceOperations: readonly Operation[] = [
  settings('GET /workspace', nothing, own),
  settings(
    'PATCH /workspace',
    async (callers) => ({ ...(await confirmed(callers)), body: { name: 'Maps', spendMax: 50 } }),
    own,
  ),
  settings('GET /workspace/activity', nothing, own),
  settings('POST /invitations', toInvite, { ...own, answers: 201 }),
  settings('DELETE /invitations/:id', on(ownInvitation), { ...own, missing: '404 invitation_not_found', ...answered }),
  settings(
    'PATCH /members/:id',
    on(ownMember, async () => ({ role: 'Finance' })),
    { ...own, missing: '404 member_not_found' },
  ),
  settings('DELETE /members/:id', on(ownMember), {
    ...own,
    missing: '404 member_not_found',
    again: '404 member_not_found',
  }),
  settings('GET /workspaces', nothing),
  settings('DELETE /workspaces/:id', on(membership), {
    missing: '404 workspace_not_found',
    again: '404 workspace_not_found',
  }),
  settings('POST /invitation/view', received),
  settings('POST /invitation/accept', received, answered),
  settings('POST /invitation/decline', received, answered),
]
