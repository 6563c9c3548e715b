import { Type } from 'typebox'
import { mapItems, type PageOf } from '../values/requests/page.ts'
import { arrayOf, id, instant, iso, listOf, nullable, text } from '../values/requests/schema.ts'
import type { ExecutorList, Member } from './list.ts'

const listMembers = {
  id,
  name: text,
  isBlockList: Type.Boolean({ description: 'Members cannot take any task of the account' }),
  memberCount: Type.Integer(),
  allowedActions: arrayOf(text),
  createdAtUtc: instant,
  updatedAtUtc: instant,
}
export const listSchema = Type.Object(listMembers, { title: 'ExecutorList' })
export const listsSchema = listOf(listSchema)

/** A list has no status: its owner may always do these. */
const listActions = ['Update', 'Delete', 'AddMembers', 'RemoveMembers']

export const serializeList = (list: ExecutorList) => ({
  id: list.id,
  name: list.name,
  isBlockList: list.isBlockList,
  memberCount: list.members,
  allowedActions: listActions,
  createdAtUtc: iso(list.createdAt),
  updatedAtUtc: iso(list.updatedAt),
})

export const serializeLists = (list: PageOf<ExecutorList>) => mapItems(list, serializeList)

const memberMembers = {
  id: Type.String({ description: 'Executor id as in reports: ex_…' }),
  note: nullable(text),
  allowedActions: arrayOf(text),
  addedAtUtc: instant,
}
export const membersSchema = listOf(Type.Object(memberMembers, { title: 'ExecutorListMember' }))

export const serializeMembers = (list: PageOf<Member>) =>
  mapItems(list, ({ executorAlias, note, addedAt }) => ({
    id: executorAlias,
    note,
    allowedActions: ['Remove'],
    addedAtUtc: iso(addedAt),
  }))
