import assert from 'node:assert/strict'
import { test } from 'node:test'
import { idOf } from '../values/id.ts'
import { accountOfReference, depositReferenceOf } from './deposit-reference.ts'

const ids = [1, 7, 96, 97, 98, 1042, 999_999, 123_456_789_012]

test('a reference names its account, however it is spaced', () => {
  for (const id of ids) {
    const reference = depositReferenceOf(idOf(id))
    const forms = [
      reference,
      reference.toLowerCase(),
      reference.replaceAll('-', ''),
      ` ${reference.replaceAll('-', ' ')} `,
    ]
    for (const form of forms) assert.equal(accountOfReference(form), id, form)
  }
})

test('a reference with one wrong or two swapped digits names no account', () => {
  for (const id of ids) {
    const reference = depositReferenceOf(idOf(id)).replaceAll('-', '')
    for (let at = 1; at < reference.length; at++) {
      const digit = Number(reference[at])
      const wrong = reference.slice(0, at) + ((digit + 1) % 10) + reference.slice(at + 1)
      assert.equal(accountOfReference(wrong), undefined, wrong)
      const [one, other] = [reference[at], reference[at + 1]]
      if (other === undefined || one === other) continue
      const swapped = reference.slice(0, at) + other + one + reference.slice(at + 2)
      assert.equal(accountOfReference(swapped), undefined, swapped)
    }
  }
})

test('other texts name no account', () => {
  for (const text of ['', 'D', 'D-1', '1042', 'anna@example.com', 'D-0-98', `D-${'9'.repeat(16)}-11`, 'D-10x42-79'])
    assert.equal(accountOfReference(text), undefined, text)
})
