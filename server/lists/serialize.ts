import { Type } from 'typebox'
import { mapItems, type PageOf } from '../values/requests/page.ts'
import { arrayOf, id, instant, iso, listOf, nullable, text } from '../values/requests/schema.ts'
import { serializer } from '../values/requests/serializer.ts'
import type { ExecutorList, Member } from './list.ts'

export const listJson = serializer<ExecutorList>({ title: 'ExecutorList' })({
  id,
  name: text,
  isBlockList: Type.Boolean({ description: 'Members cannot take any task of the account' }),
  memberCount: [Type.Integer(), 'members'],
  allowedActions: [arrayOf(text), () => listActions],
  createdAtUtc: instant,
  updatedAtUtc: instant,
})

/** A list has no status: its owner may always do these. */
const listActions = ['Update', 'Delete', 'AddMembers', 'RemoveMembers']

const memberMembers = {
  id: Type.String({ description: 'Executor id as in reports: ex_…' }),
  nickname: nullable(text),
  note: nullable(text),
  allowedActions: arrayOf(text),
  addedAtUtc: instant,
}
export const membersSchema = listOf(Type.Object(memberMembers, { title: 'ExecutorListMember' }))

export const serializeMembers = (list: PageOf<Member>) =>
  mapItems(list, ({ executorAlias, nickname, note, addedAt }) => ({
    id: executorAlias,
    nickname,
    note,
    allowedActions: ['Remove'],
    addedAtUtc: iso(addedAt),
  }))
