import { randomBytes } from 'node:crypto'
import type { Ctx } from '../../platform/database/ctx.ts'
import { constraintOf, type Db } from '../../platform/database/db.ts'
import type { Id } from '../../values/id.ts'
import { forgetHolders, mayCall } from '../actions-callers.ts'
import { networkLimit } from '../attempt-limits.ts'
import { hashOf } from '../credential.ts'
import { countAttempts } from '../sign-in/actions-attempts.ts'
import { lockAccount } from '../sql.ts'
import { countMemberships, endMember, insertMember, readMemberships } from './sql.ts'
import { endInvitation, readReceived } from './sql-invitations.ts'
import {
  AlreadyMember,
  InvitationForOther,
  InvitationNotFound,
  type Membership,
  type Received,
  TooManyWorkspaces,
  WorkspaceNotFound,
  workspacesMax,
} from './workspace.ts'

/** What the people do who are invited to a workspace, or are its members. */

export const ownMemberships = async (ctx: Ctx): Promise<readonly Membership[]> =>
  readMemberships(ctx.db, (await mayCall(ctx)).callerAccount)

/** Ends the caller's own membership. Throws WorkspaceNotFound. */
export async function leaveWorkspace(ctx: Ctx, workspace: Id<'account'>): Promise<readonly Membership[]> {
  const { callerAccount: person } = await mayCall(ctx)
  const ended = await endMember(ctx.db, person, { workspace, person }).finally(forgetHolders)
  if (ended === 0) throw WorkspaceNotFound({})
  return readMemberships(ctx.db, person)
}

/** Returns an open invitation by its link. Throws InvitationNotFound, InvitationForOther and RateLimited. */
export async function openInvitation(ctx: Ctx, token: string, network: string): Promise<Received> {
  const { callerAccount: person } = await mayCall(ctx)
  await countAttempts(ctx, [networkLimit('/invitation', network, ctx.config.signInRatePerMinute)])
  return receivedBy(ctx.db, token, person)
}

async function receivedBy(db: Db, token: string, person: Id<'account'>): Promise<Received> {
  const received = await readReceived(db, hashOf(token), person)
  if (!received) throw InvitationNotFound({})
  if (!received.isAddressee) throw InvitationForOther({})
  return received
}

/**
 * Answers an invitation; the link then works no more. Throws InvitationNotFound, InvitationForOther, AlreadyMember,
 * TooManyWorkspaces and RateLimited.
 */
export async function answerInvitation(
  ctx: Ctx,
  token: string,
  network: string,
  status: 'Accepted' | 'Declined',
): Promise<readonly Membership[]> {
  const { callerAccount: person } = await mayCall(ctx)
  const { account } = await openInvitation(ctx, token, network)
  const answered = ctx.db.transaction(async (db) => {
    for (const each of [account, person].sort((a, b) => a - b)) await lockAccount(db, each)
    // Read again under the locks: it may have been answered or revoked, or the address may have changed.
    const received = await receivedBy(db, token, person)
    if ((await endInvitation(db, person, received.id, status)) === 0) throw InvitationNotFound({})
    if (status === 'Accepted') await join(db, person, received)
    return readMemberships(db, person)
  })
  return answered.finally(forgetHolders)
}

async function join(db: Db, person: Id<'account'>, received: Received): Promise<void> {
  const { account: workspace, email, role, dailySpendMaxUnits } = received
  // The advertiser has taken the address that they had invited.
  if (workspace === person) throw AlreadyMember({})
  if ((await countMemberships(db, person)).count >= workspacesMax) throw TooManyWorkspaces({ most: workspacesMax })
  try {
    await insertMember(db, { workspace, person, email, role, dailySpendMaxUnits, hash: randomBytes(32) })
  } catch (error) {
    if (constraintOf(error) === 'credentials_of_members') throw AlreadyMember({})
    throw error
  }
}
