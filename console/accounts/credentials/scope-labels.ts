import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { paths } from '../../api/group-a.ts'

type Body = paths['/console/api/settings/keys']['post']['requestBody']['content']['application/json']
export type Scope = NonNullable<Body['scopes']>[number]

/** Descriptions of the scopes. A new scope in the contract does not compile until it is added here. */
export const scopeLabels: Readonly<Record<Scope, MessageDescriptor>> = {
  'tasks:read': msg`Read tasks`,
  'tasks:write': msg`Create and edit tasks`,
  'reports:read': msg`Read submissions and their files`,
  'reports:write': msg`Accept and reject submissions, request changes`,
  'balance:read': msg`Read the balance and statements`,
  'balance:write': msg`Add money, set the low-balance alert`,
  'webhooks:manage': msg`Manage webhooks, read their logs`,
  'events:read': msg`Read the event feed`,
}
export const scopes = Object.keys(scopeLabels) as readonly Scope[]

/** Sets of scopes for the usual programs. */
export const scopePresets: readonly { readonly name: MessageDescriptor; readonly scopes: readonly Scope[] }[] = [
  { name: msg`Read only`, scopes: scopes.filter((scope) => scope.endsWith(':read')) },
  { name: msg`Create and manage tasks`, scopes: ['tasks:read', 'tasks:write', 'balance:read'] },
  { name: msg`Review submissions`, scopes: ['tasks:read', 'reports:read', 'reports:write'] },
  { name: msg`Everything`, scopes },
]
