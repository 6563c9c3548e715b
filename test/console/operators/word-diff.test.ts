import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wordDiff } from '../../../console/moderation/word-diff.ts'

const shown = (before: string, after: string): string =>
  wordDiff(before, after)
    .map(({ kind, text }) => (kind === 'same' ? text : `${kind === 'added' ? '+' : '-'}[${text}]`))
    .join('')

test('a difference keeps the words that are the same', () => {
  assert.equal(shown('Count the old trees.', 'Count the tall trees.'), 'Count the -[old]+[tall] trees.')
  assert.equal(shown('Same.', 'Same.'), 'Same.')
  assert.equal(shown('', 'New text'), '+[New text]')
  assert.equal(shown('Old text', ''), '-[Old text]')
})

test('the parts of a difference give both texts again', () => {
  const [before, after] = ['a b\nc d  e', 'b a\nc  e f']
  const of = (kind: string) =>
    wordDiff(before, after)
      .filter((part) => part.kind === 'same' || part.kind === kind)
      .map(({ text }) => text)
      .join('')
  assert.deepEqual([of('removed'), of('added')], [before, after])
})

test('a long text is compared by lines', () => {
  const long = Array.from({ length: 900 }, (_, index) => `line ${index}`).join('\n')
  assert.equal(
    shown(long, long.replace('line 450\n', 'other line\n'))
      .match(/[+-]\[[^\]]*\]/g)
      ?.join(''),
    '-[line 450\n]+[other line\n]',
  )
})
