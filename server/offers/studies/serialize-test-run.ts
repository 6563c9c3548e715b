import { Type } from 'typebox'
import { instant, nullable, text } from '../../values/requests/schema.ts'
import { serializer } from '../../values/requests/serializer.ts'
import { arrivedAt, type Study, type StudySecret, type TestRun, testReservation } from './test-run.ts'

export const studySecretJson = serializer<StudySecret>({ title: 'StudySecret' })({
  secret: Type.String({ description: 'The key of the signatures, used as it stands here: 64 characters' }),
  rotatedAtUtc: [nullable(instant), 'rotatedAt'],
})

export const testRunJson = serializer<Study>({ title: 'StudyTest' })({
  reservation: [
    nullable(
      Type.String({ description: 'What stands for the reservation in the last test run; null: there was none' }),
    ),
    ({ id, testRun }) => (testRun === 0 ? null : testReservation(id, testRun)),
  ],
  startedAtUtc: [nullable(instant), 'testedAt'],
  complete: [nullable(instant), (study) => arrivedAt(study, 'complete')],
  screenedOut: [nullable(instant), (study) => arrivedAt(study, 'screened-out')],
  failedCheck: [nullable(instant), (study) => arrivedAt(study, 'failed-check')],
})

export const startedTestJson = serializer<TestRun>({ title: 'StartedStudyTest' })({
  ...testRunJson.members,
  url: [text, 'address'],
})
