import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  activeOffer,
  executor,
  expectOk,
  membersOf,
  type Person,
  reserved,
  workPath,
} from '../../../test/support/fixtures.ts'
import { blackPng } from '../../../test/support/inputs/bytes.ts'
import { disguises, mediaTypeOf, page, scene } from '../../../test/support/inputs/pictures.ts'
import { pdf } from '../../../test/support/inputs/uploads.ts'
import { openMarket } from '../../../test/support/market.ts'
import { sql } from '../../platform/sql.ts'
import { idOf } from '../../values/id.ts'
import { checkForFraud } from './actions.ts'
import { type CheckedWork, resultOf } from './fraud-checks.ts'

const market = await openMarket()
const { db } = market.ctx
const seed = Number(process.env.SEED ?? 20261121)
console.log(`SEED=${seed}`)
let serial = seed * 100
const next = () => ++serial

type File = { readonly name: string; readonly type: string; readonly bytes: Uint8Array }
const png = (bytes: Uint8Array): File => ({ name: 'a.png', type: 'image/png', bytes })

async function upload(worker: Person, offer: number, files: readonly File[]) {
  const form = new FormData()
  for (const { name, type, bytes } of files) form.append('files', new Blob([Buffer.from(bytes)], { type }), name)
  return expectOk(await worker.a.send('POST', `${workPath(offer)}/proof/uploads`, form)).items
}

const uploaded = async (worker: Person, offer: number, files: readonly File[]): Promise<string[]> =>
  membersOf(await upload(worker, offer, files), 'url') as string[]

type Submitting = { readonly offer?: number; readonly by?: Person }

const anywhere = (await activeOffer(market, { slots: 90 })).id

/** Returns the id of work with these files, by default of a new executor. */
async function submitted(files: readonly File[], { offer = anywhere, by }: Submitting = {}): Promise<number> {
  const [on, worker] = [offer, by ?? (await executor(market))]
  const reservationId = await reserved(worker, on)
  const proofUrls = await uploaded(worker, on, files)
  return expectOk(await worker.a.post(`${workPath(on)}/submit-execution`, { reservationId, proofUrls })).id
}

const examined = async (config = market.ctx.config): Promise<void> => {
  while ((await checkForFraud({ ...market.ctx, config })) > 0);
  const { left } = await db.one<{ left: number }>(sql`select count(*) as left from unexamined`)
  assert.equal(left, 0)
}

type Row = { readonly flags: string[]; readonly marks: string[][]; readonly version: number }
/** Returns the flags of the work and of each of its proofs. */
async function stateOf(id: number): Promise<Row> {
  const row = await db.one<{ flags: string[]; proofs: { flags?: string[] }[]; version: number }>(
    sql`select flags, proofs, version from executions where id = ${id}::bigint`,
  )
  return { flags: row.flags, marks: row.proofs.map(({ flags }) => flags ?? []), version: row.version }
}
const isClear = async (id: number): Promise<void> => {
  const { flags, marks } = await stateOf(id)
  assert.deepEqual([flags, marks.flat()], [[], []])
}
const isFlagged = async (id: number, marks: string[][] = [['Duplicate']]): Promise<void> =>
  assert.deepEqual([(await stateOf(id)).flags, (await stateOf(id)).marks], [['DuplicateProof'], marks])

describe('the same file in other work', () => {
  test('is flagged for any executor and offer; the first one is not', async () => {
    const file = pdf(900)
    const bytes = Buffer.concat([file.bytes, Buffer.from(`${next()}`)])
    const document = { name: 'a.pdf', type: 'application/pdf', bytes }
    const { id: offer } = await activeOffer(market)
    const first = await submitted([document], { offer })
    await examined()
    const second = await submitted([document])
    const third = await submitted([png(await scene(next())), document])
    await isFlagged(second)
    await examined()
    await isClear(first)
    await isFlagged(second)
    await isFlagged(third, [[], ['Duplicate']])
    assert.equal((await stateOf(second)).version, 1, 'it was known when it was submitted')
    const { data } = await db.one<{ data: { execution: Row } }>(
      sql`select data from events where execution = ${second}::bigint and kind = 'report.submitted'`,
    )
    assert.deepEqual(data.execution.flags, ['DuplicateProof'])
  })

  test('is not flagged within one work', async () => {
    const picture = png(await scene(next()))
    const id = await submitted([picture, { ...picture, name: 'b.png' }])
    await examined()
    await isClear(id)
  })

  test('is not flagged after withdrawal by the same executor, but for another executor', async () => {
    const picture = png(await scene(next()))
    const [worker, { id: offer }] = [await executor(market), await activeOffer(market, { slots: 9 })]
    const first = await submitted([picture], { by: worker, offer })
    await db.run(sql`update executions set status = 'Withdrawn' where id = ${first}::bigint`)
    await db.run(sql`update reservations set is_taken = false where offer = ${offer}::bigint`)
    await examined()
    const again = await submitted([picture], { by: worker, offer })
    await examined()
    await isClear(again)
    const others = await submitted([picture])
    await examined()
    await isFlagged(others)
  })
})

describe('the same picture in another file', () => {
  for (const [what, [ending, disguise]] of Object.entries(disguises))
    test(`${what} is flagged`, async () => {
      const picture = await page(next(), next())
      const original = await submitted([png(picture)])
      const copy = await submitted([{ name: `b.${ending}`, type: mediaTypeOf[ending], bytes: await disguise(picture) }])
      await examined()
      await isClear(original)
      await isFlagged(copy)
    })

  test('is not flagged for another name on the same page, or for an empty picture', async () => {
    const layout = next()
    const empty = [blackPng(300, 500), blackPng(500, 300)]
    const pictures = [await page(layout, next()), await page(layout, next()), await scene(next()), ...empty]
    const ids: number[] = []
    for (const picture of pictures) ids.push(await submitted([png(picture)]))
    await examined()
    for (const id of ids) await isClear(id)
  })

  test('is not flagged if its file is lost', async () => {
    const picture = await scene(next())
    const first = await submitted([png(picture)])
    const { proof } = await db.one<{ proof: string }>(
      sql`select proof from execution_proofs where execution = ${first}::bigint`,
    )
    await market.ctx.storage.remove(`proofs/${proof}.png`)
    const [ending, disguise] = disguises['compressed again'] as NonNullable<(typeof disguises)[string]>
    const second = await submitted([{ name: 'b.jpg', type: mediaTypeOf[ending], bytes: await disguise(picture) }])
    await examined()
    await isClear(second)
  })
})

test('all but one of concurrent submissions of the same picture are flagged', async () => {
  const picture = png(await scene(next()))
  const { id: offer } = await activeOffer(market, { slots: 9 })
  const looking = Array.from({ length: 4 }, async () => {
    for (let run = 0; run < 40; run++) await checkForFraud(market.ctx)
  })
  const ids = await Promise.all(Array.from({ length: 8 }, () => submitted([picture], { offer })))
  await Promise.all(looking)
  await examined()
  const all = await Promise.all(ids.map(stateOf))
  assert.equal(all.filter(({ flags }) => flags.includes('DuplicateProof')).length, 7)
  assert.ok(all.every(({ flags, version }) => version === 1 || flags.length > 0))
})

describe('work that was submitted again', () => {
  test('is checked again, and replaced proofs are no longer flagged', async () => {
    const [picture, other] = [png(await scene(next())), png(await scene(next()))]
    await submitted([picture])
    const id = await submitted([picture, other])
    await examined()
    await isFlagged(id, [['Duplicate'], []])
    await db.run(sql`delete from execution_proofs where execution = ${id}::bigint and position = 1`)
    await db.run(sql`
      update executions set revision = 2, proofs = jsonb_build_array(proofs -> 1), flags = flags || '{OperatorReview}'
      where id = ${id}::bigint`)
    await examined()
    assert.deepEqual(await stateOf(id), { flags: ['OperatorReview'], marks: [[]], version: 3 })
  })

  test('is checked again if that happened during a check', async () => {
    const id = await submitted([png(await scene(next()))])
    const storage = {
      ...market.ctx.storage,
      open: async (key: string) => {
        await db.run(sql`update executions set revision = revision + 1 where id = ${copy}::bigint and revision = 1`)
        return market.ctx.storage.open(key)
      },
    }
    const bytes = await page(next(), 1)
    await submitted([png(bytes)])
    const [ending, disguise] = disguises['compressed again'] as NonNullable<(typeof disguises)[string]>
    const copy = await submitted([{ name: 'b.jpg', type: mediaTypeOf[ending], bytes: await disguise(bytes) }])
    await checkForFraud({ ...market.ctx, storage })
    const { left } = await db.one<{ left: number }>(
      sql`select count(*) as left from unexamined where execution = ${copy}::bigint`,
    )
    assert.equal(left, 1, 'the second revision waits')
    await examined()
    await isFlagged(copy)
    await isClear(id)
  })

  test('is checked by another process if the first one died', async () => {
    const id = await submitted([png(await scene(next()))])
    await db.run(
      sql`update unexamined set leased_until = ${db.now()} + interval '60 seconds' where execution = ${id}::bigint`,
    )
    assert.equal(await checkForFraud(market.ctx), 0)
    market.pass(61)
    assert.equal(await checkForFraud(market.ctx), 1)
  })
})

describe('work that was too fast', () => {
  const work: CheckedWork = {
    execution: idOf(1),
    place: 1,
    revision: 1,
    flags: [],
    workSeconds: 60,
    usualSeconds: null,
    proofs: [],
  }
  const flagsOf = (members: Partial<CheckedWork>) => resultOf({ ...work, ...members }, [], 5).flags

  test('took less than the minimum, or than a tenth of the usual time', () => {
    assert.deepEqual(flagsOf({}), [])
    assert.deepEqual(flagsOf({ workSeconds: 4.9 }), ['TooFast'])
    assert.deepEqual(flagsOf({ workSeconds: 5 }), [])
    assert.deepEqual(flagsOf({ usualSeconds: 601 }), ['TooFast'])
    assert.deepEqual(flagsOf({ usualSeconds: 600 }), [])
  })

  test('is not flagged in a rework; an earlier flag stays', () => {
    assert.deepEqual(flagsOf({ revision: 2, workSeconds: 1 }), [])
    assert.deepEqual(flagsOf({ revision: 2, flags: ['TooFast'] }), ['TooFast'])
  })

  test('is compared with the last twenty accepted works of the offer', async () => {
    const { id: offer, advertiser } = await activeOffer(market, { slots: 50 })
    const config = { ...market.ctx.config, tooFastSeconds: 5 }
    const submit = async (seconds: number): Promise<number> => {
      const worker = await executor(market)
      const reservationId = await reserved(worker, offer)
      const proofUrls = await uploaded(worker, offer, [{ ...pdf(500), name: `${next()}.pdf` }].map(unlike))
      market.pass(seconds)
      return expectOk(await worker.a.post(`${workPath(offer)}/submit-execution`, { reservationId, proofUrls })).id
    }
    const usual: number[] = []
    for (let count = 0; count < 19; count++) usual.push(await submit(300))
    const hasty = await submit(20)
    const hastier = await submit(3)
    for (const id of usual) expectOk(await advertiser.b.post(`/v1/reports/${id}/accept`))
    await examined(config)
    assert.deepEqual([(await stateOf(hasty)).flags, (await stateOf(hastier)).flags], [[], ['TooFast']])
    expectOk(await advertiser.b.post(`/v1/reports/${await submit(300)}/accept`))
    const late = await submit(20)
    await examined(config)
    assert.deepEqual((await stateOf(late)).flags, ['TooFast'])
  })
})

/** Returns a file with unique content. */
const unlike = (file: File): File => ({ ...file, bytes: Buffer.concat([file.bytes, Buffer.from(`${next()}`)]) })

test('an upload says that the own other work shows the same file, and nothing of the work of others', async () => {
  const [worker, other] = [await executor(market), await executor(market)]
  const { id, advertiser: owner } = await activeOffer(market, { slots: 5, members: { perExecutorLimit: 5 } })
  const file = png(await scene(next()))
  const work = await submitted([file], { offer: id, by: worker })
  await examined()
  const warningsOf = async (person: Person) => membersOf(await upload(person, id, [file]), 'warnings')
  await reserved(worker, id)
  await reserved(other, id)
  assert.deepEqual([await warningsOf(worker), await warningsOf(other)], [[['UsedBefore']], [[]]])
  expectOk(await owner.b.post(`/v1/reports/${work}/rework`, { reason: 'Once more, please.' }))
  assert.deepEqual(await warningsOf(worker), [[]])
})
