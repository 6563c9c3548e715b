import type { Role } from '../../../server/accounts/account.ts'
import type { Caller, Callers } from '../../support/callers.ts'
import type { Client } from '../../support/client.ts'
import type { Ready } from './ready.ts'

/**
 * Whose records the path may name: `own`: the caller's; `any`: those of anyone, for callers with the role; `public`: active offers,
 * for callers with the role.
 */
export type Whose = 'own' | 'any' | 'public'

/**
 * Whose record an operator operation affects: a person of the cast, the account named in path or body, or the operator who
 * requested it.
 */
export type Party = 'advertiser' | 'executor' | 'account' | 'requester'

/** An operation of the API: who may call it, and the response for everyone else. */
export type Operation = {
  readonly route: string
  readonly credential: 'AccessToken' | 'ApiKey' | 'Session' | 'Any'
  readonly role: Role | 'Any'
  readonly scope?: string
  readonly whose?: Whose
  /** Response if the id does not name a record of the caller. */
  readonly missing?: string
  readonly answers?: number
  /** Response to the same request sent again; by default the same one. */
  readonly again?: string
  /** Operators who are one of them get 409 own_interest; required for operator operations that change something. */
  readonly parties?: readonly Party[]
  /** Suspended accounts may use it too. */
  readonly evenSuspended?: boolean
  /** The person who calls it, if any account may and it would interfere with the others. */
  readonly asks?: 'operator'
  readonly ready: (callers: Callers) => Promise<Ready>
}

export type Rest = Partial<Operation>

export const advertisers = (route: string, ready: Operation['ready'], rest: Rest = {}): Operation => {
  const path = `${route.replace(' ', ' /api/advertiser')}`
  return {
    route: path,
    credential: 'AccessToken',
    role: 'Advertiser',
    ready,
    ...owned(route, 'own', '404 offer_not_found'),
    ...rest,
  }
}

export const executors = (route: string, ready: Operation['ready'], rest: Rest = {}): Operation => {
  const path = `${route.replace(' ', ' /api/executor')}`
  return {
    route: path,
    credential: 'AccessToken',
    role: 'Executor',
    ready,
    ...owned(route, 'public', '404 offer_not_found'),
    ...rest,
  }
}

export const operators = (route: string, ready: Operation['ready'], rest: Rest = {}): Operation => {
  const path = `${route.replace(' ', ' /api/operator')}`
  return {
    route: path,
    credential: 'AccessToken',
    role: 'Operator',
    ready,
    ...owned(route, 'any', '404 offer_not_found'),
    ...rest,
  }
}

export const account = (route: string, ready: Operation['ready']): Operation => ({
  route: route.replace(' ', ' /api/account'),
  credential: 'AccessToken',
  role: 'Any',
  ready,
})

/** An operation only for the console. */
export const settings = (route: string, ready: Operation['ready'], rest: Rest = {}): Operation => ({
  route: route.replace(' ', ' /console/api/settings'),
  credential: 'Session',
  role: 'Any',
  ready,
  ...owned(route, 'own', '404 credential_not_found'),
  ...rest,
})

export const keys = (route: string, scope: string, ready: Operation['ready'], rest: Rest = {}): Operation => {
  const missing = scope.startsWith('tasks') ? '404 task_not_found' : '404 report_not_found'
  return { ...anyKeys(route, ready), scope, ...owned(route, 'own', missing), ...rest }
}

/** An operation of Group B that needs no scope. */
export const anyKeys = (route: string, ready: Operation['ready'], rest: Rest = {}): Operation => ({
  route: `${route.replace(' ', ' /v1')}`,
  credential: 'ApiKey',
  role: 'Advertiser',
  ready,
  ...rest,
})

export const webhooks = (list: readonly (readonly [string, Operation['ready'], Rest?])[]): Operation[] =>
  list.map(([route, ready, rest]) =>
    keys(route, 'webhooks:manage', ready, {
      ...(route.includes(':') ? { missing: '404 webhook_not_found' } : {}),
      ...rest,
    }),
  )
const owned = (route: string, whose: Whose, missing: string): Rest => (route.includes(':') ? { whose, missing } : {})

/** Returns the person who may call it. */
export const rightful = ({ role, asks }: Operation, callers: Callers) =>
  asks
    ? callers[asks]
    : role === 'Executor'
      ? callers.executor
      : role === 'Operator'
        ? callers.operator
        : callers.advertiser

/** Returns the credential with which the person calls it. */
export const secretFor = ({ credential }: Operation, { token, key, session }: Caller): string =>
  credential === 'ApiKey' ? key : credential === 'Session' ? session : token

export const clientFor = ({ credential }: Operation, { a, b, c }: Caller): Client =>
  credential === 'ApiKey' ? b : credential === 'Session' ? c : a
