import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Type } from 'typebox'
import { id, instant, money, nullable, text } from './schema.ts'
import { serializer } from './serializer.ts'

type Payment = {
  readonly id: number
  readonly title: string | null
  readonly units: bigint
  readonly payee: number
  readonly madeAt: Date
  readonly endedAt: Date | null
}

const payment: Payment = {
  id: 7,
  title: null,
  units: 12_500n,
  payee: 9,
  madeAt: new Date('2026-03-01T12:00:00.000Z'),
  endedAt: null,
}
const amountsJson = serializer<Payment>()({ amount: [money, 'units'] })
const paymentJson = serializer<Payment, string>({ title: 'Payment' })({
  id,
  title: nullable(text),
  payeeId: [id, 'payee'],
  amounts: amountsJson,
  doubled: [money, ({ units }) => 2n * units],
  currency: [text, (_, currency) => currency],
  madeAtUtc: instant,
  endedAtUtc: nullable(instant),
})

describe('the serializer', () => {
  test('has the schemas of its members, in their order', () => {
    assert.deepEqual(paymentJson.schema, {
      ...Type.Object(
        {
          id,
          title: nullable(text),
          payeeId: id,
          amounts: Type.Object({ amount: money }),
          doubled: money,
          currency: text,
          madeAtUtc: instant,
          endedAtUtc: nullable(instant),
        },
        { title: 'Payment' },
      ),
    })
    assert.deepEqual(paymentJson.pageSchema.properties.items.items, paymentJson.schema)
  })

  const answer = {
    id: 7,
    title: null,
    payeeId: 9,
    amounts: { amount: 1.25 },
    doubled: 2.5,
    currency: 'USD',
    madeAtUtc: '2026-03-01T12:00:00.000Z',
    endedAtUtc: null,
  }
  test('takes members from the row, converts dates and units, and leaves out what the row has more', () => {
    assert.deepEqual(paymentJson.serialize({ ...payment, secret: 1 } as Payment, 'USD'), answer)
    assert.deepEqual(Object.keys(paymentJson.serialize(payment, 'USD')), Object.keys(answer))
  })
  test('serializes the items of a page, and leaves out what the list has more', () => {
    const page = { totalCount: 1, page: 1, pageSize: 20, nextCursor: null }
    const list = { ...page, items: [payment], now: payment.madeAt }
    assert.deepEqual(paymentJson.serializePage(list, 'USD'), { items: [answer], ...page })
  })
  test('extends another serializer', () => {
    const longer = serializer<Payment & { readonly note: string }, string>()({ ...paymentJson.members, note: text })
    assert.deepEqual(longer.serialize({ ...payment, note: 'late' }, 'USD'), { ...answer, note: 'late' })
  })
  test('does not compile a member that the row lacks or has with another type', () => {
    // @ts-expect-error the row has no member of this name
    serializer<Payment>()({ payeeId: id })
    // @ts-expect-error the row's member is a number
    serializer<Payment>()({ payee: text })
    // @ts-expect-error the function returns units, which become a number
    serializer<Payment>()({ amount: [text, (row) => row.units] })
    // @ts-expect-error the date may be null
    serializer<Payment>()({ endedAtUtc: instant })
  })
})
