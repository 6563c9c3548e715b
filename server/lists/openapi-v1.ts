import { at, pageWith } from '../values/example.ts'
import { idOf } from '../values/id.ts'
import type { Docs } from '../values/requests/operation.ts'
import type { ExecutorList, Member } from './list.ts'
import { serializeList, serializeLists, serializeMembers } from './serialize.ts'

const tag = 'Executor lists'
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
  note: 'Found all of them',
  addedAt: at('09:30:00'),
}
const named = { executorIds: [member.executorAlias, 'ex_51d0c2a47be89f36'], note: member.note }

/** Group B: lists of executors. */
export const listDocs: Docs = {
  'GET /v1/executor-lists': {
    id: 'listExecutorLists',
    tag,
    summary: 'List own lists of executors, the newest first',
    answers: { 200: { page: serializeLists(pageWith(blocked)) } },
  },
  'POST /v1/executor-lists': {
    id: 'createExecutorList',
    tag,
    summary: 'Make a list of executors',
    about:
      'A task names it as `allowListId` (nobody else may take it) or as `blockListId` (they may not). Whoever is on the list with `isBlockList` may take no task of the account; a rejection with `blockExecutor` makes it, if it is not there yet.',
    body: { invited: { name: invited.name }, blocked: { name: blocked.name, isBlockList: true } },
    answers: { 201: { made: serializeList({ ...invited, members: 0, updatedAt: invited.createdAt }) } },
    problems: ['too_many_lists', 'block_list_exists'],
  },
  'GET /v1/executor-lists/:id': {
    id: 'readExecutorList',
    tag,
    summary: 'Read a list of executors',
    answers: { 200: { list: serializeList(invited) } },
    problems: own,
  },
  'PATCH /v1/executor-lists/:id': {
    id: 'updateExecutorList',
    tag,
    summary: 'Give a list another name',
    body: { renamed: { name: 'Very good at museums' } },
    answers: { 200: { renamed: serializeList({ ...invited, name: 'Very good at museums' }) } },
    problems: own,
  },
  'DELETE /v1/executor-lists/:id': {
    id: 'deleteExecutorList',
    tag,
    summary: 'Delete a list that no task uses',
    about: 'Tasks that are archived do not count. The answer is the list as it was.',
    answers: { 200: { deleted: serializeList(invited) } },
    problems: [...own, 'list_in_use'],
  },
  'GET /v1/executor-lists/:id/members': {
    id: 'listExecutorListMembers',
    tag,
    summary: 'List who is on a list, in the order in which they were added',
    answers: { 200: { page: serializeMembers(pageWith(member)) } },
    problems: own,
  },
  'POST /v1/executor-lists/:id/members': {
    id: 'addExecutorListMembers',
    tag,
    summary: 'Put executors on a list, all of them or none',
    about:
      'By the ids that their reports show them by: only executors who have worked for the account can be named. Those who are on it already stay as they are.',
    body: { two: named },
    answers: { 200: { list: serializeList(invited) } },
    problems: [...own, 'unknown_executor', 'list_full'],
  },
  'DELETE /v1/executor-lists/:id/members/:executorId': {
    id: 'removeExecutorListMember',
    tag,
    summary: 'Take an executor off a list',
    about: 'Whoever is not on it is not missed: the answer is the list as it is then.',
    answers: { 200: { list: serializeList({ ...invited, members: 1 }) } },
    problems: own,
  },
}
