import type { Id } from '../values/id.ts'
import { bodyError, conflict, invalid, missing, ValidationError } from '../values/problems/problem.ts'
import { charactersMin } from '../values/sentences.ts'

export const listsMax = 100
export const membersMax = 10_000
export const executorIdsMax = 1_000
export const nameLengthMax = 100
export const noteLengthMax = 500

/** A list of executors that an advertiser invites exclusively or blocks. */
export type ExecutorList = {
  readonly id: Id<'list'>
  readonly name: string
  /** Members may not reserve any offer of the advertiser. An advertiser has no more than one such list. */
  readonly isBlockList: boolean
  readonly members: number
  readonly createdAt: Date
  readonly updatedAt: Date
}

export type Member = {
  readonly id: Id<'member'>
  /** The executor's alias for this advertiser; other advertisers know another one. */
  readonly executorAlias: string
  readonly nickname: string | null
  readonly note: string | null
  readonly addedAt: Date
}

export const ListNotFound = missing('list_not_found', 'List not found', 'You have no list with this id.')
export const TooManyLists = conflict<{ most: number }>(
  'too_many_lists',
  'Too many lists',
  ({ most }) => `The limit is ${most} lists per account. Delete one that is no longer used.`,
)
export const ListFull = conflict<{ most: number }>(
  'list_full',
  'List full',
  ({ most }) => `The limit is ${most} members per list. No member was added.`,
)
export const BlockListExists = conflict<{ listId: number }>(
  'block_list_exists',
  'Block list already exists',
  ({ listId }) => `The list ${listId} is already your block list. You can have only one.`,
)
export const ListInUse = conflict<{ taskIds: readonly number[] }>(
  'list_in_use',
  'List in use',
  ({ taskIds }) => `The tasks ${taskIds.join(', ')} use this list. Archive them or change their list.`,
)
export const UnknownExecutor = invalid('unknown_executor', 'Unknown executor')

const errorsMax = 20

/** Returns the trimmed name. Throws ValidationError if it is empty. */
export function nameOf(text: string): string {
  const name = text.trim()
  if (name !== '') return name
  throw ValidationError([bodyError('name', 'min_length', charactersMin(1), { min: 1 })])
}

/** Returns the executor alias in a path, or '' if it is malformed, which matches no executor. */
export const aliasFromPath = (text: string): string => (/^ex_[0-9a-f]{1,61}$/.test(text) ? text : '')

/** Throws UnknownExecutor for executors who have never worked for the advertiser. */
export function mustBeKnown(named: readonly { readonly executor: number | null }[]): void {
  const unknown = named.flatMap(({ executor }, index) => (executor === null ? [index] : [])).slice(0, errorsMax)
  if (unknown.length === 0) return
  const detail = {
    en: 'is not the id of an executor who has worked for you.',
    ru: 'это не номер исполнителя, который на вас работал.',
  }
  throw UnknownExecutor(unknown.map((index) => bodyError(`executorIds.${index}`, 'unknown', detail)))
}
