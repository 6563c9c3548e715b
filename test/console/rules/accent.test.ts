import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { contrastOf, defaultAccent, onDark, shadesOf } from '../../../console/ui/look/accent.ts'

const color = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)
const textContrast = 4.5

test('white text is readable on buttons of any accent, and the accent on dark surfaces', () =>
  fc.assert(
    fc.property(color, (accent) => {
      const shades = shadesOf(accent)
      assert.equal(shades.length, 10)
      for (const shade of shades.slice(-2)) assert.ok(contrastOf(shade, '#ffffff') >= textContrast, shade)
      assert.ok(contrastOf(onDark(accent, '#211f1d'), '#211f1d') >= textContrast)
    }),
  ))

test('an accent that is readable stays as it is', () => assert.equal(shadesOf(defaultAccent)[8], defaultAccent))
