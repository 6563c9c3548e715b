import { at, pageWith } from '../values/example.ts'
import { idOf } from '../values/id.ts'
import { docsIn } from '../values/requests/operation.ts'
import type { ExecutorList, Member } from './list.ts'
import { listJson, serializeMembers } from './serialize.ts'

const own = ['list_not_found']

const invited: ExecutorList = {
  id: idOf(3),
  name: 'Good at museums',
  isBlockList: false,
  members: 2,
  createdAt: at('09:00:00'),
  updatedAt: at('09:30:00'),
}
const blocked: ExecutorList = { ...invited, id: idOf(4), name: 'Blocked', isBlockList: true, members: 1 }
const member: Member = {
  id: idOf(11),
  executorAlias: 'ex_9f3c27d1b06e4a85',
  nickname: 'Swift Heron',
  note: 'Found all of them',
  addedAt: at('09:30:00'),
}
const named = { executorIds: [member.executorAlias, 'ex_51d0c2a47be89f36'], note: member.note }

export const listDocs = docsIn('Executor lists', {
  'GET /v1/executor-lists': {
    id: 'listExecutorLists',
    summary: 'List your executor lists, newest first',
    answers: { 200: { page: listJson.serializePage(pageWith(blocked)) } },
  },
  'POST /v1/executor-lists': {
    id: 'createExecutorList',
    summary: 'Create an executor list',
    about:
      'A task uses it as `allowListId` (only members can take the task) or `blockListId` (members cannot). Members of the list with `isBlockList` cannot take any task of the account; a rejection with `blockExecutor` creates that list if needed.',
    body: { invited: { name: invited.name }, blocked: { name: blocked.name, isBlockList: true } },
    answers: { 201: { made: listJson.serialize({ ...invited, members: 0, updatedAt: invited.createdAt }) } },
    problems: ['too_many_lists', 'block_list_exists'],
  },
  'GET /v1/executor-lists/:id': {
    id: 'getExecutorList',
    summary: 'Read an executor list',
    answers: { 200: { list: listJson.serialize(invited) } },
    problems: own,
  },
  'PATCH /v1/executor-lists/:id': {
    id: 'updateExecutorList',
    summary: 'Rename a list',
    body: { renamed: { name: 'Very good at museums' } },
    answers: { 200: { renamed: listJson.serialize({ ...invited, name: 'Very good at museums' }) } },
    problems: own,
  },
  'DELETE /v1/executor-lists/:id': {
    id: 'deleteExecutorList',
    summary: 'Delete a list that no task uses',
    about: 'Archived tasks do not count. Returns the deleted list.',
    answers: { 200: { deleted: listJson.serialize(invited) } },
    problems: [...own, 'list_in_use'],
  },
  'GET /v1/executor-lists/:id/members': {
    id: 'listExecutorListMembers',
    summary: 'List the members of a list, in the order added',
    answers: { 200: { page: serializeMembers(pageWith(member)) } },
    problems: own,
  },
  'POST /v1/executor-lists/:id/members': {
    id: 'addExecutorListMembers',
    summary: 'Add executors to a list, all or none',
    about:
      'Uses the ids shown in reports: only executors who have worked for the account can be added. Existing members stay unchanged.',
    body: { two: named },
    answers: { 200: { list: listJson.serialize(invited) } },
    problems: [...own, 'unknown_executor', 'list_full', 'storage_limit_reached'],
  },
  'DELETE /v1/executor-lists/:id/members/:executorId': {
    id: 'removeExecutorListMember',
    summary: 'Remove an executor from a list',
    about: 'Removing a non-member succeeds and returns the list.',
    answers: { 200: { list: listJson.serialize({ ...invited, members: 1 }) } },
    problems: own,
  },
})
