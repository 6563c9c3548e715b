import { at } from '../../values/example.ts'
import { idOf } from '../../values/id.ts'
import { docsIn } from '../../values/requests/operation.ts'
import { startedTestJson, studySecretJson, testRunJson } from './serialize-test-run.ts'
import { addressSignature } from './study.ts'
import type { Study } from './test-run.ts'

const secret = 'c6bb1f3d0a7e4492a5d80e6f1b27c39408da5e61f7b3924c8e0d17a6f5b2c983'
const example: Study = {
  id: idOf(42),
  advertiser: idOf(17),
  details: {},
  page: null,
  overlap: null,
  reservationSeconds: 3_600,
  secretVersion: 1,
  rotatedAt: null,
  testRun: 1,
  testedAt: at('10:00:00'),
  testCompleteAt: at('10:04:00'),
  testScreenedOutAt: null,
  testFailedCheckAt: null,
}
const expires = at('11:00:00').getTime() / 1000
const signature = addressSignature(secret, 'ex_test', 'test_42_1', expires)
const address = `https://study.example/start?tm_executor=ex_test&tm_reservation=test_42_1&tm_expires=${expires}&tm_signature=${signature}`
const problems = ['task_not_found']

export const studyDocs = docsIn('Tasks', {
  'GET /v1/tasks/:id/study-secret': {
    id: 'getStudySecret',
    summary: 'Read the study secret of a task',
    about:
      'The site of the study checks addresses and makes return links with it: see `docs/api/studies.md`. Whoever has it can have work accepted, so keep it on your server. It asks for the scope `tasks:write`.',
    answers: { 200: { secret: studySecretJson.serialize({ secret, rotatedAt: null }) } },
    problems,
  },
  'POST /v1/tasks/:id/study-secret/rotate': {
    id: 'rotateStudySecret',
    summary: 'Change the study secret of a task',
    about:
      'For a secret that leaked. The old one ends at once: addresses and return links that were signed with it stop working, also those of running reservations. Each call makes another secret.',
    answers: { 200: { rotated: studySecretJson.serialize({ secret, rotatedAt: at('10:10:00') }) } },
    problems,
  },
  'GET /v1/tasks/:id/test-run': {
    id: 'getStudyTest',
    summary: 'Read which return links of the last test run arrived',
    answers: { 200: { test: testRunJson.serialize(example) } },
    problems,
  },
  'POST /v1/tasks/:id/test-run': {
    id: 'startStudyTest',
    summary: 'Begin a test run of a study',
    about:
      'Also for drafts. Open `url` as an executor would, and finish the study in each way. Its return links open a page of the console that only notes their arrival: no work is submitted, and no money moves. A new run forgets the results of the last one.',
    answers: { 200: { started: startedTestJson.serialize({ ...example, testCompleteAt: null, address }) } },
    problems: [...problems, 'no_study'],
  },
  'POST /v1/tasks/:id/test-run/return': {
    id: 'returnStudyTest',
    summary: 'Note that a return link of the test run arrived',
    about: 'The page of the return link calls this. The same link again changes nothing.',
    body: { complete: { reservation: 'test_42_1', action: 'complete', signature } },
    answers: { 200: { arrived: testRunJson.serialize(example) } },
    problems: [...problems, 'return_link_invalid'],
  },
})
