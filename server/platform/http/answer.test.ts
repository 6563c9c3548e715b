import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { FastifyBaseLogger } from 'fastify'
import {
  conflict,
  forbidden,
  invalid,
  missing,
  NotFound,
  unauthenticated,
  unavailable,
} from '../../values/problems/problem.ts'
import { MethodNotAllowed, problemOf, statusOfType, TemporarilyUnavailable } from './answer.ts'

function logged() {
  const lines: unknown[] = []
  const warnings: unknown[] = []
  const log = { error: (line: unknown) => lines.push(line), warn: (line: unknown) => warnings.push(line) }
  return { lines, warnings, log: log as unknown as FastifyBaseLogger }
}
const withCode = (code: string, statusCode?: number) =>
  Object.assign(new Error('no'), { code, ...(statusCode ? { statusCode } : {}) })

describe('the status of a refusal', () => {
  const statuses: readonly (readonly [ReturnType<typeof NotFound>, number])[] = [
    [invalid('a1', 'A')([]), 400],
    [unauthenticated('a2', 'A', 'a')({}), 401],
    [forbidden('a3', 'A', 'a')({}), 403],
    [missing('a4', 'A', 'a')({}), 404],
    [MethodNotAllowed({ method: 'PUT', allowed: 'GET' }), 405],
    [conflict('a5', 'A', 'a')({}), 409],
    [unavailable('a6', 'A', 'a')({}), 503],
    [TemporarilyUnavailable({}), 503],
  ]
  for (const [problem, status] of statuses)
    test(`of ${problem.type.kind} (${problem.type.code}) is ${status}`, () =>
      assert.equal(statusOfType(problem.type), status))
})

describe('an error', () => {
  test('that is a refusal is returned unchanged and not logged', () => {
    const { lines, log } = logged()
    const problem = NotFound({})
    assert.equal(problemOf(problem, log), problem)
    assert.deepEqual(lines, [])
  })

  const unread = [['FST_ERR_ANYTHING_ELSE', 414, 'The request could not be read: no.']] as const
  const withCodes = [
    ['FST_ERR_CTP_BODY_TOO_LARGE', 413, 'body_too_large'],
    ['FST_ERR_CTP_INVALID_MEDIA_TYPE', 415, 'unsupported_media_type'],
  ] as const
  for (const [code, status, expected] of withCodes)
    test(`of the framework (${code}) is ${status} ${expected}`, () => {
      const { type } = problemOf(withCode(code, status), logged().log)
      assert.deepEqual([statusOfType(type), type.code], [status, expected])
    })
  for (const [code, status, detail] of unread)
    test(`of the framework (${status} ${code}) is an invalid request`, () => {
      const { lines, log } = logged()
      const problem = problemOf(withCode(code, status), log)
      assert.deepEqual([problem.type.code, problem.detail], ['validation_error', detail])
      assert.deepEqual(lines, [])
    })

  test('of an unreachable database asks for a retry and logs one warning for any number of requests', () => {
    const { lines, warnings, log } = logged()
    for (const code of ['ECONNREFUSED', '57P01', '08006', '53300', '25006'])
      assert.equal(problemOf(withCode(code), log).type.code, 'temporarily_unavailable', code)
    assert.deepEqual([lines.length, warnings.length], [0, 1])
  })

  for (const error of [new TypeError('secret detail'), withCode('23505'), withCode('X', 500), 'text', undefined, null])
    test(`of ours (${String(error)}) reveals nothing, and is logged once`, () => {
      const { lines, log } = logged()
      const problem = problemOf(error, log)
      assert.equal(statusOfType(problem.type), 500)
      assert.doesNotMatch(problem.detail, /secret/)
      assert.deepEqual(lines, [{ err: error }])
    })
})
