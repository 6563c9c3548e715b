import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { yieldToEventLoop } from '../../platform/batching/cooperative.ts'
import { idOf } from '../../values/id.ts'
import type { Problem } from '../../values/problems/problem.ts'
import { checkCodes, codeHash, newCode, submittedCode } from './completion-codes.ts'

const refusal = async (codes: readonly string[]): Promise<string[]> => {
  try {
    await yieldToEventLoop(checkCodes(codes))
    return []
  } catch (error) {
    return (error as Problem).errors.map(({ field, code }) => `${field} ${code}`)
  }
}

describe('a completion code', () => {
  test('ignores case, spaces and hyphens, and differs between offers', () => {
    const hash = (code: string, offer = 1) => codeHash('secret', idOf(offer), code).toString('hex')
    for (const code of ['k7qx-2mp3', ' K7QX 2MP3 ', 'K7QX2MP3', 'K7QX–2MP3', 'Ｋ7QX2MP3'])
      assert.equal(hash(code), hash('K7QX-2MP3'), code)
    assert.notEqual(hash('K7QX-2MP3', 2), hash('K7QX-2MP3'))
    assert.notEqual(hash('K7QX-2MP4'), hash('K7QX-2MP3'))
  })

  test('is a text of up to 200 characters in the details of work', () => {
    assert.equal(submittedCode({ completionCode: 'K7QX' }), 'K7QX')
    for (const completionCode of [undefined, null, 17, ['K7QX'], 'x'.repeat(201)])
      assert.equal(submittedCode({ completionCode }), undefined)
  })

  test('that is generated has no characters that look alike, and is hard to guess', async () => {
    const codes = Array.from({ length: 2_000 }, newCode)
    for (const code of codes) assert.match(code, /^[A-HJKMNP-Z2-9]{4}(-[A-HJKMNP-Z2-9]{4}){2}$/)
    assert.equal(new Set(codes).size, codes.length)
    assert.equal(new Set(codes.join('')).size, 32, 'every character of the alphabet, and the hyphen')
    assert.deepEqual(await refusal(codes), [])
  })

  test('of an uploaded list is refused if it is invalid, or if the list is guessable', async () => {
    assert.deepEqual(await yieldToEventLoop(checkCodes([' K7qx-2MP3 ', 'K7QX2MP3'])), ['K7QX2MP3'])
    assert.deepEqual(
      await refusal(['K7QX2MP3', '', ' - ', 'x'.repeat(65), 'a\u0000bcdefghijk']),
      [1, 2, 3, 4].map((index) => `codes.${index} format`),
    )
    assert.deepEqual(await refusal(['123456']), [])
    assert.deepEqual(await refusal(['123456', '654321']), ['codes codes_guessable'])
    assert.deepEqual(await refusal(['17']), ['codes codes_guessable'])
    assert.deepEqual(await refusal(Array.from({ length: 1_000 }, (_, one) => `SURVEY${one}`)), [])
  })
})
