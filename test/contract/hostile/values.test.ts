import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { inParallel } from '../../properties/concurrently.ts'
import { createCallers } from '../../support/callers.ts'
import type { Answer } from '../../support/client.ts'
import { jsonOf, names, withValue, wrongValues } from '../../support/inputs/hostile.ts'
import { openMarket } from '../../support/market.ts'
import { mountedRoutes, type Schema } from '../../support/mounted-routes.ts'
import { oneOfEach, shareOf } from '../../support/sampling.ts'
import { changesNothing } from '../../support/scenarios/digest.ts'
import { clientFor, type Operation, rightful } from '../operations/operation.ts'
import type { Ready } from '../operations/ready.ts'
import { addressOf, statusOrProblem } from '../operations/requests.ts'
import { operations } from '../operations/routes.ts'

const market = await openMarket({ isSandbox: true, activeReservationsMax: 1000 })
const callers = await createCallers(market)
const schemas = new Map((await mountedRoutes(market.ctx)).map(({ route, body }) => [route, body as Schema]))
const withBody = operations.filter(({ route }) => schemas.get(route))

const headers = { 'content-type': 'application/json' }

function send(operation: Operation, { id }: Ready, body: string): Promise<Answer> {
  const { method, path } = addressOf(operation, id)
  return clientFor(operation, rightful(operation, callers)).send(method, path, body, headers)
}

type Try = { readonly what: string; readonly body: string; readonly field: string; readonly expected?: string }

/** Sends all values. Returns those that were not refused with a 400 that names the field. */
async function notRefused(operation: Operation, ready: Ready, tries: readonly Try[]): Promise<string[]> {
  const answers = await inParallel(tries, 16, ({ body }) => send(operation, ready, body))
  return tries.flatMap(({ what, field, expected = '400 validation_error' }, index) => {
    const answer = answers[index] as Answer
    const isGood = statusOrProblem(answer) === expected && names(answer.body, field)
    return isGood ? [] : [`${field}, ${what}: ${answer.status} ${answer.raw.slice(0, 400)}`]
  })
}

test('the table has a valid body for every operation that accepts one', async () => {
  for (const operation of withBody) assert.ok((await operation.ready(callers)).body, operation.route)
  assert.ok(withBody.length >= 8)
})

const kinds = [/^a value of type/, / in a name$/, /^-?\d/, /NUL|surrogate/, /^one (?:character|emoji) too many/]

/** Wrong values of one kind break the same rule; each run sends an operation at least one of them. */
const kindOf = (what: string): string => String(kinds.find((kind) => kind.test(what)) ?? what)

for (const operation of shareOf(withBody, 0.25, 'values')) {
  test(`${operation.route} refuses invalid values of every member and names the member`, async (t: TestContext) => {
    const ready = await operation.ready(callers)
    const wrong = wrongValues(schemas.get(operation.route), ready.body)
    const chosen = oneOfEach(t, wrong, ({ what, field }) => [field, kindOf(what)])
    const tries = chosen.map(({ what, path, value, field }) => {
      const body = jsonOf(withValue(ready.body, path, value))
      return { what, body, field: field === '' ? 'body' : field }
    })
    await changesNothing(market.ctx.db, async () => assert.deepEqual(await notRefused(operation, ready, tries), []))
  })
}

type Rule = readonly [what: string, member: string, value: unknown, expected: string, field?: string]

const long = (bytes: number) => ({ estimatedMinutes: 5, notes: 'x'.repeat(bytes) })
const nested = (levels: number): object => (levels === 0 ? {} : { inner: nested(levels - 1) })

/** Rules that the schemas do not express. */
const rules: readonly Rule[] = [
  ['nothing', 'title', '', '400 validation_error'],
  ['501 letters', 'title', 'x'.repeat(501), '400 validation_error'],
  ['501 emoji', 'title', '😀'.repeat(501), '400 validation_error'],
  ['501 letters of a translation', 'translations', { de: { title: 'x'.repeat(501) } }, '400 validation_error'],
  ['spaces alone', 'title', ' \t\n ', '400 validation_error'],
  ['a price that does not exist', 'offerPriceId', 4_711_000, '400 unknown_price'],
  ['the price 0', 'offerPriceId', 0, '400 unknown_price'],
  ['the largest number', 'offerPriceId', Number.MAX_SAFE_INTEGER, '400 unknown_price'],
  ['a country that does not exist', 'targetCountryIds', [840, 999], '400 unknown_country', 'targetCountryIds.1'],
  ['an add-on that does not exist', 'selectedAddOnIds', [4_711_000], '400 unknown_add_on'],
  ['a word that is no gender', 'gender', 'Femail', '400 validation_error'],
  ['a number for a gender', 'gender', '1', '400 validation_error'],
  ['an underscore in a language', 'sourceLanguage', 'en_US', '400 validation_error'],
  ['an empty language', 'sourceLanguage', '', '400 validation_error'],
  ['a greatest age below the least', 'maxAge', 17, '400 validation_error'],
  ['details that are too long', 'details', long(16_384), '400 validation_error'],
  ['details that are too deep', 'details', nested(9), '400 validation_error'],
  [
    'a wrong type in details',
    'details',
    { estimatedMinutes: 'five' },
    '400 details_invalid',
    'details.estimatedMinutes',
  ],
  [
    'a name that is no language',
    'translations',
    { en_US: { title: 'x' } },
    '400 validation_error',
    'translations.en_US',
  ],
  [
    'a criterion twice',
    'acceptanceCriteria',
    [
      { id: 'a', text: 'x' },
      { id: 'a', text: 'y' },
    ],
    '400 validation_error',
  ],
  ['a beginning that is no time', 'startsAtUtc', '2030-02-31T00:00:00Z', '400 validation_error'],
  ['a beginning in no year', 'startsAtUtc', '+275760-09-13T00:00:00Z', '400 validation_error'],
  ['an end that is a day', 'endsAtUtc', '2030-01-01', '400 validation_error'],
  ['an end that has passed', 'endsAtUtc', '2020-01-01T00:00:00Z', '400 validation_error'],
  ['a list of nobody', 'allowListId', 4_711_000, '400 unknown_list'],
  ['the list 0', 'blockListId', 0, '400 unknown_list'],
  ['a rule that there is not', 'autoAcceptRules', [{ type: 'Luck' }], '400 validation_error', 'autoAcceptRules.0.type'],
  [
    'a rule without its share',
    'autoAcceptRules',
    [{ type: 'MinAcceptanceRate' }],
    '400 validation_error',
    'autoAcceptRules.0.value',
  ],
  [
    'a rule twice',
    'autoAcceptRules',
    [0.9, 0.8].map((value) => ({ type: 'MinAcceptanceRate', value })),
    '400 validation_error',
  ],
  ['a status that there is not', 'status', 'Finished', '400 validation_error'],
  ['a status in lower case', 'status', 'active', '400 validation_error'],
]

const workRules: readonly Rule[] = [
  ['a URL of somebody else', 'proofUrls', ['https://elsewhere.example/a.png'], '400 invalid_proof_url', 'proofUrls.0'],
  ['a path', 'proofUrls', ['../../etc/passwd'], '400 invalid_proof_url', 'proofUrls.0'],
  ['a URL without a proof', 'proofUrl', 'http://127.0.0.1:8080/uploads/executor/proofs/', '400 invalid_proof_url'],
  [
    'more proofs than are taken',
    'proofUrls',
    Array.from({ length: 21 }, (_, index) => `x${index}`),
    '400 validation_error',
  ],
  ['details that are too long', 'details', { completionCode: 'x'.repeat(16_384) }, '400 validation_error'],
  ['a wrong type in details', 'details', { completionCode: 7 }, '400 details_invalid', 'details.completionCode'],
]

for (const operation of shareOf(withBody, 0.25, 'rules')) {
  const members = schemas.get(operation.route).properties ?? {}
  const own = ('proofUrls' in members ? workRules : rules).filter(([, member]) => member in members)
  // What a simulated executor is refused is part of the answer of its step.
  if (own.length === 0 || operation.route.includes('/sandbox/executors')) continue
  test(`${operation.route} rejects values beyond the schema's rules and names the member`, async () => {
    const ready = await operation.ready(callers)
    const tries = own.map(([what, member, value, expected, field = member]) => {
      return { what, expected, field, body: jsonOf(withValue(ready.body, [member], value)) }
    })
    await changesNothing(market.ctx.db, async () => assert.deepEqual(await notRefused(operation, ready, tries), []))
  })
}
