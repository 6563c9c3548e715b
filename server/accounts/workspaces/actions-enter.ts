import type { By, Ctx, Requirement } from '../../platform/database/ctx.ts'
import { mayCall } from '../actions-callers.ts'
import { answerFor } from './member-actions.ts'
import { rolesFor } from './member-roles.ts'
import { readMemberKey } from './sql.ts'
import { WorkspaceNotFound, WorkspaceRoleRequired } from './workspace.ts'

const anySession: Requirement = { credential: 'Session', role: 'Any' }
const ofMembers = new Map<string, Requirement>()

/** Returns the requirement for a member's key, which has the role of the account; the same object each time. */
function requirementOfMember({ role }: Requirement): Requirement {
  const known = ofMembers.get(role) ?? { credential: 'ApiKey', role }
  ofMembers.set(role, known)
  return known
}

/**
 * Returns the context in which a signed-in person acts for a workspace. Reads the membership for each request, so that its end takes
 * effect at once. Throws 401 problems, AccountSuspended, WorkspaceNotFound (also if there is none) and WorkspaceRoleRequired.
 */
export async function enterWorkspace(
  session: Ctx,
  workspace: number,
  operation: string,
  requirement: Requirement,
): Promise<Ctx> {
  const by = session.by as Exclude<By, 'Local'>
  const { callerAccount: person } = await mayCall({ ...session, by: { ...by, requirement: anySession } })
  const key = await readMemberKey(session.db, workspace, person)
  if (!key) throw WorkspaceNotFound({})
  const requiredRoles = rolesFor(operation)
  if (!requiredRoles.includes(key.role)) throw WorkspaceRoleRequired({ role: key.role, requiredRoles })
  const [, route = ''] = operation.split(' ')
  const member = {
    hash: key.hash,
    person,
    workspace,
    shown: (json: string) => answerFor(key.role, route, json),
    mayStill: () => enterWorkspace(session, workspace, operation, requirement),
  }
  return { ...session, by: { ...by, requirement: requirementOfMember(requirement), member } }
}
