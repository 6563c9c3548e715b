import { Type } from 'typebox'
import type { Listed } from '../values/page.ts'
import { id, instant, iso, listOf, nullable, text } from '../values/schema.ts'
import type { ExecutorList, Member } from './list.ts'

const listMembers = {
  id,
  name: text,
  isBlockList: Type.Boolean({ description: 'Whoever is on it may take no task of the account' }),
  memberCount: Type.Integer(),
  createdAtUtc: instant,
  updatedAtUtc: instant,
}
export const listSchema = Type.Object(listMembers, { title: 'ExecutorList' })
export const listsSchema = listOf(listSchema)

export const showList = (list: ExecutorList) => ({
  id: list.id,
  name: list.name,
  isBlockList: list.isBlockList,
  memberCount: list.members,
  createdAtUtc: iso(list.createdAt),
  updatedAtUtc: iso(list.updatedAt),
})

export const showLists = (list: Listed<ExecutorList>) => ({ ...list, items: list.items.map(showList) })

const memberMembers = {
  id: Type.String({ description: 'As the executor of a report has it: ex_…' }),
  note: nullable(text),
  addedAtUtc: instant,
}
export const membersSchema = listOf(Type.Object(memberMembers, { title: 'ExecutorListMember' }))

export const showMembers = (list: Listed<Member>) => ({
  ...list,
  items: list.items.map(({ executorAlias, note, addedAt }) => ({
    id: executorAlias,
    note,
    addedAtUtc: iso(addedAt),
  })),
})
