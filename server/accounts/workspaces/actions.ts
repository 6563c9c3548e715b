import { randomBytes } from 'node:crypto'
import type { Ctx } from '../../platform/database/ctx.ts'
import type { Database } from '../../platform/database/db.ts'
import { recordMails } from '../../platform/mail/mail.ts'
import type { Id } from '../../values/id.ts'
import { bodyError, ValidationError } from '../../values/problems/problem.ts'
import { tidyText } from '../../values/requests/texts.ts'
import { mustBeEmail } from '../../values/sentences.ts'
import { dailySpendMaxUnitsFrom, isEmail, normalEmail } from '../account.ts'
import { forgetHolders, mayCall, mustBeConfirmed } from '../actions-callers.ts'
import { hashOf } from '../credential.ts'
import { accountMail } from '../mails.ts'
import { addressHash } from '../sanctions/actions.ts'
import { countAttempts } from '../sign-in/actions-attempts.ts'
import { isHigher } from '../spending/spending.ts'
import { accountById, lockAccount } from '../sql.ts'
import type { MemberRole } from './member-roles.ts'
import { endMember, lockMember, readMembers, readWorkspace, writeMember, writeWorkspace } from './sql.ts'
import { insertInvitation, readInvitations, replaceInvitation, revokeInvitation } from './sql-invitations.ts'
import {
  AlreadyMember,
  defaultSpendMax,
  InvitationNotFound,
  type Invited,
  invitationLimits,
  MemberNotFound,
  membersMax,
  mustBeSomeoneElse,
  TooManyMembers,
  type Workspace,
} from './workspace.ts'

/** What only the advertiser whose account the workspace is may do. */

async function workspaceOf(db: Database, account: Id<'account'>): Promise<Workspace> {
  const [own, members, invitations] = [
    await readWorkspace(db, account),
    await readMembers(db, account),
    await readInvitations(db, account),
  ]
  return { ...own, members, invitations }
}

export const ownWorkspace = async (ctx: Ctx): Promise<Workspace> =>
  workspaceOf(ctx.db, (await mayCall(ctx)).callerAccount)

export type WorkspaceChange = { readonly name?: string | null; readonly spendMax?: number | null }

/** Changes the name of the workspace, and what its members may spend at once. Allowing more requires a confirmed session. */
export async function changeWorkspace(ctx: Ctx, { name, spendMax }: WorkspaceChange): Promise<Workspace> {
  const { callerAccount: account } = await mayCall(ctx)
  const spendMaxUnits = spendMax === undefined ? undefined : dailySpendMaxUnitsFrom(spendMax, 'spendMax')
  return ctx.db.transaction(async (db) => {
    await lockAccount(db, account)
    const before = await readWorkspace(db, account)
    if (spendMaxUnits !== undefined && isHigher(spendMaxUnits, before.spendMaxUnits))
      await mustBeConfirmed({ ...ctx, db })
    await writeWorkspace(db, account, {
      ...(name === undefined ? {} : { name: name === null ? null : tidyText(name) || null }),
      ...(spendMaxUnits === undefined ? {} : { spendMaxUnits }),
    })
    return workspaceOf(db, account)
  })
}

export type RightsInput = { readonly role: MemberRole; readonly dailySpendMax?: number | null | undefined }

const rightsFrom = ({ role, dailySpendMax }: RightsInput) => ({
  role,
  dailySpendMaxUnits: dailySpendMax === undefined ? defaultSpendMax(role) : dailySpendMaxUnitsFrom(dailySpendMax),
})

/**
 * Invites the holder of an address to the workspace, whether or not it has an account. Replaces an open invitation of the address.
 * Throws ConfirmationRequired, ValidationError, AlreadyMember, TooManyMembers and RateLimited.
 */
export async function invite(ctx: Ctx, input: RightsInput & { readonly email: string }): Promise<Invited> {
  const { callerAccount: account } = await mayCall(ctx)
  await mustBeConfirmed(ctx)
  const email = normalEmail(input.email)
  if (!isEmail(email)) throw ValidationError([bodyError('email', 'invalid', mustBeEmail)])
  const rights = rightsFrom(input)
  await countAttempts(ctx, invitationLimits(account, addressHash(ctx.secretKey, email)), 'invitations')
  return ctx.db.transaction(async (db) => {
    await lockAccount(db, account)
    const own = await accountById(db, account)
    mustBeSomeoneElse(email, own?.email ?? '')
    await replaceInvitation(db, account, email)
    const { members, invitations } = await workspaceOf(db, account)
    if (members.some((member) => member.email === email)) throw AlreadyMember({})
    if (members.length + invitations.length >= membersMax) throw TooManyMembers({ most: membersMax })
    const token = randomBytes(32).toString('base64url')
    const invitation = await insertInvitation(db, { account, email, token: hashOf(token), ...rights })
    const { publicUrl, smtpUrl } = ctx.config
    const link = `${publicUrl}/join?token=${token}`
    if (smtpUrl === undefined) return { ...invitation, link }
    await recordMails(db, [accountMail('Invite', { email, language: own?.language ?? 'en' }, { publicUrl, link })])
    return { ...invitation, link: null }
  })
}

/** Revokes an open invitation. Throws InvitationNotFound. */
export async function revokeInvitationOf(ctx: Ctx, id: Id<'invitation'>): Promise<Workspace> {
  const { callerAccount: account } = await mayCall(ctx)
  if ((await revokeInvitation(ctx.db, account, id)) === 0) throw InvitationNotFound({})
  return workspaceOf(ctx.db, account)
}

/** Changes what a member may do and spend. Throws MemberNotFound, ConfirmationRequired and ValidationError. */
export async function changeMember(ctx: Ctx, id: Id<'credential'>, input: Partial<RightsInput>): Promise<Workspace> {
  const { callerAccount: account } = await mayCall(ctx)
  const changing = ctx.db.transaction(async (db) => {
    const before = await lockMember(db, account, id)
    if (!before) throw MemberNotFound({})
    const role = input.role ?? before.role
    const isSame = role === before.role && input.dailySpendMax === undefined
    const after = isSame ? before : rightsFrom({ role, dailySpendMax: input.dailySpendMax })
    if (role !== before.role || isHigher(after.dailySpendMaxUnits, before.dailySpendMaxUnits))
      await mustBeConfirmed({ ...ctx, db })
    await writeMember(db, account, id, after)
    return workspaceOf(db, account)
  })
  return changing.finally(forgetHolders)
}

/** Ends a membership, effective from the next request. Throws MemberNotFound. */
export async function removeMember(ctx: Ctx, id: Id<'credential'>): Promise<Workspace> {
  const { callerAccount: workspace } = await mayCall(ctx)
  const ended = await endMember(ctx.db, workspace, { workspace, id }).finally(forgetHolders)
  if (ended === 0) throw MemberNotFound({})
  return workspaceOf(ctx.db, workspace)
}
