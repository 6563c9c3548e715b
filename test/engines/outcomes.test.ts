import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { failedFiles, lineOf, readOutcomes } from './outcomes.ts'

const ended = (files: string[], passed: number, failed: number) => ({
  files,
  counts: { passed, failed, skipped: 0 },
  startedAt: 1,
  endedAt: 2,
})

function outcomesOf(...lines: object[]) {
  const folder = mkdtempSync(join(tmpdir(), 'market-outcomes-'))
  const path = join(folder, 'outcomes')
  writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  const outcomes = readOutcomes(path)
  rmSync(folder, { recursive: true })
  return outcomes
}
const all = outcomesOf(
  { planned: ['good', 'bad', 'told', 'cut', 'never'] },
  ended(['good'], 3, 0),
  ended(['bad'], 1, 2),
  ended(['told'], 4, 0),
  ended(['told', 'cut'], 0, 1),
)

test('failed, crashed and unfinished files count as failed', () => {
  assert.deepEqual(failedFiles(all), ['bad', 'told', 'cut', 'never'])
  assert.match(lineOf('x', 'abc', all, 7), /^result {2}x at abc: 5 files, 4 passed, 4 failed, 0 skipped, 7 s$/)
})

test('a run that never started has no files', () => {
  assert.match(lineOf('x', 'abc', readOutcomes('/nowhere'), 0), / 0 files, 0 passed, 0 failed, /)
})
