import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  bodyError,
  conflict,
  escapePointer,
  invalid,
  missing,
  Problem,
  problemTypes,
  queryError,
  ValidationError,
} from './problem.ts'

describe('a problem', () => {
  const Taken = conflict<{ by: number }>('seat_taken', 'Seat taken', ({ by }) => `The seat belongs to ${by}.`)

  test('has a detail, and the extra members of the response', () => {
    const problem = Taken({ by: 7 })
    assert.ok(problem instanceof Problem && problem instanceof Error)
    assert.partialDeepStrictEqual(problem.type, { kind: 'conflict', code: 'seat_taken', title: 'Seat taken' })
    assert.equal(problem.detail, 'The seat belongs to 7.')
    assert.deepEqual(problem.extras, { by: 7 })
    assert.deepEqual(problem.errors, [])
    assert.equal(problem.message, 'seat_taken: The seat belongs to 7.')
  })
  test('may have a constant detail', () => {
    assert.equal(missing('seat_unknown', 'No such seat', 'There is no such seat.')({}).detail, 'There is no such seat.')
  })
  test('is registered by its code, for the documents', () => {
    assert.equal(problemTypes.get('seat_taken')?.title, 'Seat taken')
    assert.equal(problemTypes.get('seat_taken')?.detailOf?.({ by: 7 }), 'The seat belongs to 7.')
    assert.equal(problemTypes.get('validation_error')?.kind, 'invalid')
  })
})

const isWrong = { en: 'is wrong.', ru: 'неверно.' }

describe('an invalid request', () => {
  test('lists every invalid member', () => {
    const { detail, errors, type } = ValidationError([
      bodyError('a', 'type', isWrong),
      queryError('b', 'type', isWrong),
    ])
    assert.equal(type.kind, 'invalid')
    assert.equal(detail, 'a: is wrong. b: is wrong.')
    assert.equal(errors.length, 2)
  })
  test('may have its own detail and extras', () => {
    const problem = invalid('odd', 'Odd')([], 'It is odd.', { least: 2 })
    assert.deepEqual([problem.detail, problem.extras], ['It is odd.', { least: 2 }])
  })
})

describe('the location of an error', () => {
  const places: readonly (readonly [string, string, string])[] = [
    ['', '#', 'body'],
    ['title', '#/title', 'title'],
    ['translations.ru.title', '#/translations/ru/title', 'translations.ru.title'],
    ['details.a/b', '#/details/a~1b', 'details.a/b'],
    ['details.a~b', '#/details/a~0b', 'details.a~b'],
  ]
  for (const [path, pointer, field] of places)
    test(`${field} has the pointer ${pointer}`, () => {
      assert.deepEqual(bodyError(path, 'type', isWrong), { pointer, field, code: 'type', detail: isWrong })
    })

  test('in the query is a parameter', () => {
    assert.deepEqual(queryError('page', 'type', isWrong), {
      parameter: 'page',
      field: 'page',
      code: 'type',
      detail: isWrong,
    })
  })
  test('includes limits, if any', () => {
    assert.deepEqual(bodyError('a', 'max_length', isWrong, { max: 5 }).params, { max: 5 })
  })
  test('is shortened if the client chose a very long name', () => {
    const { pointer, field } = bodyError('x'.repeat(100_000), 'type', isWrong)
    assert.deepEqual([field.length, pointer?.length], [200, 202])
  })
  test('is escaped as RFC 6901 says, the tilde first', () => assert.equal(escapePointer('~1/~0'), '~01~1~00'))
})

test('a stream that fails beside a problem adds nothing to its list of fields', () => {
  const problem = ValidationError([])
  ;(problem.errors as unknown[]).push(new Error('ENOENT'))
  assert.deepEqual(problem.errors, [])
})
