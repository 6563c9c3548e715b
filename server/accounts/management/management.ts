import type { Id } from '../../values/id.ts'
import { bodyError, conflict, ValidationError } from '../../values/problems/problem.ts'
import { mustBeAmong } from '../../values/sentences.ts'
import { type Role, roles } from '../account.ts'
import { sides, type WholeAccount } from '../profile.ts'

export type RolesInput = { readonly add: readonly Role[]; readonly remove: readonly Role[] }

/** The resulting roles, and the ones that the account cannot take up again on its own. */
export type RolesChange = RolesInput & { readonly roles: readonly Role[]; readonly withheld: readonly Role[] }

export const LastOperator = conflict(
  'last_operator',
  'Last operator',
  'The marketplace needs at least one operator who is not suspended. Make another account an operator first.',
)
export const OperatorWaiting = conflict<{ untilUtc: string }>(
  'operator_waiting',
  'New operator',
  ({ untilUtc }) =>
    `New operators decide nothing about money or other operators. This is possible from ${untilUtc}. Another operator can decide now.`,
)
export const NoRoleLeft = conflict(
  'no_role_left',
  'No role left',
  'An account must keep at least one role. To bar it completely, impose a sanction.',
)

/** Validates roles typed on the command line. */
export const parseRoles = (member: string, names: readonly string[]): Role[] =>
  names.map((each) => {
    const role = roles.find((known) => known === each)
    if (role) return role
    throw ValidationError([bodyError(member, 'enum', mustBeAmong(roles, each))])
  })

/** Returns the role change that the input causes; undefined if nothing changes. */
export function decideRoles(account: WholeAccount, { add, remove }: RolesInput): RolesChange | undefined {
  if (add.length + remove.length === 0)
    throw ValidationError([
      bodyError('add', 'required', {
        en: 'must name a role to add or to remove.',
        ru: 'нужно указать роль, которую добавить или убрать.',
      }),
    ])
  const both = remove.find((role) => add.includes(role))
  if (both)
    throw ValidationError([
      bodyError('remove', 'invalid', {
        en: `must not name ${both}, which is to be added.`,
        ru: `не должно называть ${both}: эту роль нужно добавить.`,
      }),
    ])
  const roles = [...new Set([...account.roles.filter((role) => !remove.includes(role)), ...add])]
  const stillWithheld = account.withheldRoles.filter((role) => !add.includes(role))
  const withheld = [...new Set([...stillWithheld, ...sides.filter((side) => remove.includes(side))])]
  const change = { roles, withheld, add: add.filter((role) => isMissing(account, role)), remove }
  if (roles.length === 0) throw NoRoleLeft({})
  const isSame =
    change.add.length === 0 && isSameSet(roles, account.roles) && isSameSet(withheld, account.withheldRoles)
  return isSame ? undefined : change
}

/** An executor whose profile was deleted gets it back with the role. */
const isMissing = ({ roles, hasProfile }: WholeAccount, role: Role): boolean =>
  !roles.includes(role) || (role === 'Executor' && !hasProfile)

export const isSameSet = (some: readonly Role[], others: readonly Role[]): boolean =>
  some.length === others.length && some.every((role) => others.includes(role))

/** Returns what an operator may do to an account; nothing to their own. */
export const operatorActions = (
  { id, nickname }: Pick<WholeAccount, 'id' | 'nickname'>,
  operator: Id<'account'>,
): string[] => (id === operator ? [] : ['ChangeRoles', 'Sanction', ...(nickname ? ['RemoveNickname'] : [])])
