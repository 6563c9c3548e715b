import { at, pageWith } from '../values/example.ts'
import { idOf } from '../values/id.ts'
import { docsIn } from '../values/requests/operation.ts'
import type { Grant, OwnQualification, Qualification } from './qualification.ts'
import { grantJson, operatorGrantJson, ownQualificationJson, qualificationJson } from './serialize.ts'

const own = ['qualification_not_found']
const scored: Qualification = {
  id: idOf(5),
  advertiser: idOf(12),
  name: 'Reads shelf labels',
  description: 'Passed the quiz about shelf labels',
  howToGet: 'Take the task "Shelf labels: entry quiz".',
  isVisible: true,
  hasScore: true,
  grants: 2,
  createdAt: at('09:00:00'),
  updatedAt: at('09:30:00'),
}
const group: Qualification = {
  ...scored,
  id: idOf(6),
  name: 'Took part in study A',
  description: null,
  howToGet: null,
  isVisible: false,
  hasScore: false,
}
const market: Qualification = { ...scored, id: idOf(2), advertiser: null, name: 'Speaks by phone' }
const grant: Grant = {
  id: idOf(31),
  executor: idOf(77),
  executorAlias: 'ex_9f3c27d1b06e4a85',
  nickname: 'Swift Heron',
  score: 90,
  expiresAt: null,
  grantedAt: at('09:30:00'),
}
const ownOne: OwnQualification = {
  ...scored,
  score: 90,
  expiresAt: null,
  grantedAt: at('09:30:00'),
  isOfMarketplace: false,
  isExpired: false,
}

const { name, description, howToGet } = scored
const created = {
  scored: { name, description, howToGet },
  group: { name: group.name, isVisible: false, hasScore: false },
}
const grantsAbout =
  'Send `grants` (up to 1,000) or `csv` (up to 50,000 lines, 4 MiB). An executor who has the qualification gets the new score and expiry. Wrong lines are named, the first 20.'
const refused = [...own, 'grants_invalid', 'storage_limit_reached']

const shown = (qualification: Qualification) => qualificationJson.serialize(qualification, 'advertiser')
const shownToOperator = (qualification: Qualification) => qualificationJson.serialize(qualification, 'operator')

export const qualificationDocs = docsIn('Qualifications', {
  'GET /v1/qualifications': {
    id: 'listQualifications',
    summary: 'List the qualifications that your tasks can require, newest first',
    about: 'Your own, and those of the marketplace (`isOfMarketplace`).',
    answers: { 200: { page: qualificationJson.serializePage(pageWith(scored), 'advertiser') } },
  },
  'POST /v1/qualifications': {
    id: 'createQualification',
    summary: 'Create a qualification or a group',
    about:
      'A qualification is a score from 0 to 100 that you give to executors; a group (`hasScore` false) has no scores. Tasks require it in `requirements`.',
    body: created,
    answers: { 201: { made: shown({ ...scored, grants: 0, updatedAt: scored.createdAt }) } },
    problems: ['too_many_qualifications'],
  },
  'GET /v1/qualifications/:id': {
    id: 'getQualification',
    summary: 'Read a qualification',
    answers: { 200: { qualification: shown(scored) } },
    problems: own,
  },
  'PATCH /v1/qualifications/:id': {
    id: 'updateQualification',
    summary: 'Change the name or texts of a qualification, or who sees it',
    body: { renamed: { name: 'Reads price labels' } },
    answers: { 200: { renamed: shown({ ...scored, name: 'Reads price labels' }) } },
    problems: own,
  },
  'DELETE /v1/qualifications/:id': {
    id: 'deleteQualification',
    summary: 'Delete a qualification that no task requires, with its grants',
    about: 'Archived tasks do not count. Returns the deleted qualification.',
    answers: { 200: { deleted: shown(scored) } },
    problems: [...own, 'qualification_in_use'],
  },
  'GET /v1/qualifications/:id/grants': {
    id: 'listQualificationGrants',
    summary: 'List who has a qualification, in the order granted',
    about: 'Expired grants are listed too. Not for qualifications of the marketplace.',
    answers: { 200: { page: grantJson.serializePage(pageWith(grant)) } },
    problems: own,
  },
  'POST /v1/qualifications/:id/grants': {
    id: 'grantQualification',
    summary: 'Grant a qualification to executors, all or none',
    about: `Uses the ids shown in reports: only executors who have worked for the account can get it. ${grantsAbout}`,
    body: {
      two: {
        grants: [
          { executorId: grant.executorAlias, score: 90 },
          { executorId: 'ex_51d0c2a47be89f36', score: 75, expiresAtUtc: '2027-06-30T00:00:00Z' },
        ],
        reason: 'Interviewed by phone',
      },
      csv: { csv: 'executorId,score,expiresAtUtc\r\nex_9f3c27d1b06e4a85,90,\r\n' },
    },
    answers: { 200: { qualification: shown(scored) } },
    problems: refused,
  },
  'DELETE /v1/qualifications/:id/grants/:executorId': {
    id: 'removeQualificationGrant',
    summary: 'Take a qualification from an executor',
    about: 'Reservations that the executor has keep it. Taking what the executor does not have succeeds.',
    answers: { 200: { qualification: shown({ ...scored, grants: 1 }) } },
    problems: own,
  },
})

export const qualificationOperatorDocs = docsIn('Qualifications', {
  'GET /api/operator/qualifications': {
    id: 'listMarketplaceQualifications',
    summary: 'List the qualifications of the marketplace, newest first',
    answers: { 200: { page: qualificationJson.serializePage(pageWith(market), 'operator') } },
  },
  'POST /api/operator/qualifications': {
    id: 'createMarketplaceQualification',
    summary: 'Create a qualification that every advertiser can require',
    body: created,
    answers: { 201: { made: shownToOperator({ ...market, grants: 0, updatedAt: market.createdAt }) } },
    problems: ['too_many_qualifications'],
  },
  'GET /api/operator/qualifications/:id': {
    id: 'getMarketplaceQualification',
    summary: 'Read a qualification of the marketplace',
    answers: { 200: { qualification: shownToOperator(market) } },
    problems: own,
  },
  'PATCH /api/operator/qualifications/:id': {
    id: 'updateMarketplaceQualification',
    summary: 'Change the name or texts of a qualification, or who sees it',
    body: { renamed: { name: 'Interviewed by phone' } },
    answers: { 200: { renamed: shownToOperator({ ...market, name: 'Interviewed by phone' }) } },
    problems: own,
  },
  'DELETE /api/operator/qualifications/:id': {
    id: 'deleteMarketplaceQualification',
    summary: 'Delete a qualification that no task requires, with its grants',
    answers: { 200: { deleted: shownToOperator(market) } },
    problems: [...own, 'qualification_in_use'],
  },
  'GET /api/operator/qualifications/:id/grants': {
    id: 'listMarketplaceGrants',
    summary: 'List who has a qualification, in the order granted',
    answers: { 200: { page: operatorGrantJson.serializePage(pageWith({ ...grant, executorAlias: null })) } },
    problems: own,
  },
  'POST /api/operator/qualifications/:id/grants': {
    id: 'grantMarketplaceQualification',
    summary: 'Grant a qualification to executors, all or none',
    about: `Uses the ids of accounts. ${grantsAbout}`,
    body: {
      one: { grants: [{ accountId: 77, score: 90 }], reason: 'Interviewed by phone' },
      csv: { csv: 'accountId,score,expiresAtUtc\r\n77,90,\r\n' },
    },
    answers: { 200: { qualification: shownToOperator(market) } },
    problems: [...own, 'grants_invalid', 'own_interest'],
  },
  'DELETE /api/operator/qualifications/:id/grants/:accountId': {
    id: 'removeMarketplaceGrant',
    summary: 'Take a qualification from an executor',
    about: 'Reservations that the executor has keep it. Taking what the executor does not have succeeds.',
    answers: { 200: { qualification: shownToOperator({ ...market, grants: 1 }) } },
    problems: own,
  },
})

export const ownQualificationDocs = docsIn('Qualifications', {
  'GET /api/executor/qualifications': {
    id: 'listOwnQualifications',
    summary: 'List the qualifications that you have or had, newest first',
    about: 'Without those that their advertisers do not show.',
    answers: { 200: { page: ownQualificationJson.serializePage(pageWith(ownOne)) } },
  },
})
