import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { processorMsOf } from '../../../test/support/processor-time.ts'
import { Problem } from '../problems/problem.ts'
import { acceptedVersions, refuseIfMatch, versionsIn, versionsRead } from './if-match.ts'
import { guardedVersion, mustBeVersion } from './version.ts'

const refusal = (act: () => unknown): string => {
  try {
    act()
  } catch (error) {
    if (error instanceof Problem) return [error.type.code, ...error.errors.map(({ field }) => field)].join(' ')
  }
  return 'no refusal'
}

describe('If-Match', () => {
  test('accepts any version if it is absent or *', () => {
    assert.equal(versionsIn(undefined), undefined)
    assert.equal(versionsIn('*'), undefined)
  })

  test('accepts each version of a list, whose elements may be empty', () => {
    assert.deepEqual(versionsIn('"4"'), [4])
    assert.deepEqual(versionsIn('"4","5"'), [4, 5])
    assert.deepEqual(versionsIn(' "4" ,\t"5" , ,"2147483647",'), [4, 5, 2_147_483_647])
  })

  test('matches nothing with a weak tag or one that is no version', () => {
    for (const header of ['W/"4"', '"04"', '"+4"', '"4.0"', '""', '"abc"', '"a,b"', '"é"', '"0"', '"99999999999"'])
      assert.deepEqual(versionsIn(header), [], header)
    assert.deepEqual(versionsIn('W/"4", "x,4", "5"'), [5])
  })

  test('is refused by name if it is malformed', () => {
    const long = `"${'4'.repeat(8_192)}"`
    const many = Array.from({ length: 400 }, (_each, index) => `"${index}"`).join(', ')
    const malformed = ['', ' ', ',', '4', "'4'", '"4', '4"', '"4" "5"', '"4";"5"', 'w/"4"', '*, "4"', '"4", *', '"4" x']
    for (const header of [...malformed, '"\t4"', '"4\x7f"', '" "', '"\u0100"', long, many])
      assert.equal(
        refusal(() => versionsIn(header)),
        'validation_error If-Match',
        header.slice(0, 20),
      )
  })

  test('is parsed in linear time', () => {
    const ms = processorMsOf(() => {
      for (const header of [' '.repeat(999), `${'"4" '.repeat(249)}`, ','.repeat(999), '"'.repeat(999)])
        for (let round = 0; round < 100; round++) refusal(() => versionsIn(header))
    })
    assert.ok(ms < 500, `${ms} ms`)
  })

  test('is refused for a record without a version, unless it accepts any', () => {
    refuseIfMatch(undefined)
    refuseIfMatch('*')
    assert.equal(
      refusal(() => refuseIfMatch('"4"')),
      'not_supported If-Match',
    )
    assert.equal(
      refusal(() => refuseIfMatch('4')),
      'validation_error If-Match',
    )
  })
})

describe('the version that a request accepts', () => {
  test('is the intersection of header and body', () => {
    assert.equal(acceptedVersions(undefined, undefined), undefined)
    assert.deepEqual(acceptedVersions(undefined, 4), [4])
    assert.deepEqual(acceptedVersions([4, 5], null), [4, 5])
    assert.deepEqual(acceptedVersions([4, 5], 5), [5])
    assert.deepEqual(acceptedVersions([4], 5), [])
  })

  test('must be given if an operation needs it', () => {
    assert.deepEqual(versionsRead([4], undefined), [4])
    assert.equal(
      refusal(() => versionsRead(undefined, null)),
      'validation_error version',
    )
  })

  test('must be the version of the record', () => {
    mustBeVersion({ version: 3 }, [3])
    mustBeVersion({ version: 3 }, [2, 3])
    mustBeVersion({ version: 3 }, undefined)
    for (const versions of [[2], []])
      assert.equal(
        refusal(() => mustBeVersion({ version: 3 }, versions)),
        'version_conflict',
      )
  })

  test('is the only one that the guarded write changes', () => {
    assert.equal(guardedVersion({ version: 3 }, [2, 3]), 3)
    assert.equal(guardedVersion({ version: 3 }, undefined), null)
  })
})
