import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Ajv } from 'ajv'
import { Type } from 'typebox'
import {
  id,
  idParams,
  instant,
  iso,
  isoOrNull,
  listOf,
  money,
  nullable,
  openObject,
  pageQuery,
  text,
} from './schema.ts'
import { serializer } from './serializer.ts'

const ajv = new Ajv({ strict: false })
const takes = (schema: object, value: unknown): boolean => ajv.validate(schema, value)

describe('the schema', () => {
  test('of a nullable value accepts null or the value, with its limits', () => {
    const schema = nullable(Type.String({ maxLength: 2 }))
    assert.deepEqual(
      ['ab', null, 'abc', 1, undefined].map((value) => takes(schema, value)),
      [true, true, false, false, false],
    )
  })
  test('of a nullable object accepts null', () => {
    const schema = nullable(Type.Object({ a: text }))
    assert.deepEqual(
      [{ a: 'x' }, null, {}].map((value) => takes(schema, value)),
      [true, true, false],
    )
  })
  test('of an id accepts safe integers', () => {
    assert.deepEqual(
      [1, Number.MAX_SAFE_INTEGER, 0, 1.5, 2 ** 53].map((value) => takes(id, value)),
      [true, true, false, false, false],
    )
  })
  test('of an open object keeps every member', () => {
    assert.ok(takes(openObject, { anything: [{ at: 'all' }] }))
    assert.ok(!takes(openObject, []))
  })
  test('of a page has items, the page used, and the next cursor', () => {
    const page = { items: [1], totalCount: 1, totalCountIsExact: true, page: 1, pageSize: 20, nextCursor: null }
    for (const nextCursor of [null, 'AbC']) assert.ok(takes(listOf(id), { ...page, nextCursor }))
    for (const member of Object.keys(page)) assert.ok(!takes(listOf(id), { ...page, [member]: undefined }))
  })
  test('of a page query requires nothing and has no limits, because values are clamped', () => {
    for (const value of [{}, { page: -1, pageSize: 10_000 }]) assert.ok(takes(Type.Object(pageQuery), value))
  })
  test('of a path id accepts any text: an invalid id is not found', () =>
    assert.ok(takes(idParams('id'), { id: '../..' })))
})

test('formats times in UTC with milliseconds', () => {
  assert.equal(iso(new Date('2026-01-31T12:00:00+02:00')), '2026-01-31T10:00:00.000Z')
  assert.deepEqual([isoOrNull(null), isoOrNull(new Date(0))], [null, '1970-01-01T00:00:00.000Z'])
})

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
    const page = { totalCount: 1, totalCountIsExact: true, page: 1, pageSize: 20, nextCursor: null }
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
