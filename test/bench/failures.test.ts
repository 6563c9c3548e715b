import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Failure, noteFailure } from '../../bench/failures.ts'

const failing = async () => {
  throw new Error('pgbench told nothing')
}

test('a row that fails is recorded, and the next one runs', async () => {
  const failures: Failure[] = []
  const measured: string[] = []
  const { signal } = new AbortController()
  await noteFailure(failures, 'accept (300 offers)', signal, failing)
  await noteFailure(failures, 'reject (300 offers)', signal, async () => void measured.push('reject'))
  assert.deepEqual(failures, [{ work: 'accept (300 offers)', reason: 'pgbench told nothing' }])
  assert.deepEqual(measured, ['reject'])
})

test('a run that was stopped ends with the error', async () => {
  const failures: Failure[] = []
  await assert.rejects(noteFailure(failures, 'accept', AbortSignal.abort(), failing), /pgbench told nothing/)
  assert.deepEqual(failures, [])
})
