import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtemp, rename, writeFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, describe, test } from 'node:test'
import { executor, membersOf } from '../../../test/support/fixtures.ts'
import {
  type FormPart,
  filesOf,
  form,
  formType,
  type Item,
  isTidy,
  pdf,
  png,
  reservedWork,
  reserveRow,
  uploadTo,
  type Work,
} from '../../../test/support/inputs/uploads.ts'
import { openMarket } from '../../../test/support/market.ts'
import { sql } from '../../platform/sql.ts'
import { fileBytesMax } from '../proof.ts'
import { sweepUnfinished } from '../sweep/actions.ts'

const market = await openMarket({ unusedUploadsMax: 202, unusedUploadMegabytesMax: 200 })
const work = await reservedWork(market)
afterEach(async () => {
  assert.ok(await isTidy(market), 'a file was left behind')
})

const sha256 = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex')
const count = async (): Promise<number> => {
  const row = await market.ctx.db.one<{ count: number }>(sql`select count(*) from proofs`)
  return row.count
}

/** Asserts that the form is refused with this code for this file, and nothing is stored. */
async function refuses(parts: readonly FormPart[], code: string, field?: string): Promise<void> {
  const kept = await count()
  const { status, body } = await uploadTo(work, parts)
  assert.deepEqual([status, body.code, body.errors?.[0]?.field], [400, code, field])
  assert.equal(await count(), kept)
}

describe('a form of valid files', () => {
  test('is answered in order, with each file as it was received', async () => {
    const parts = [pdf(2000, 'first.pdf'), await png('second.PNG'), pdf(10, 'third.pdf')]
    const { status, body } = await uploadTo(work, parts)
    assert.equal(status, 200)
    assert.deepEqual(
      body.items.map((item: Item) => [item.fileName, item.size, item.contentType, item.sha256]),
      parts.map(({ fileName, bytes, type }) => [fileName, bytes.length, type, sha256(bytes)]),
    )
    for (const { url, id } of body.items) {
      assert.match(url, new RegExp(`^${market.ctx.config.publicUrl}/uploads/executor/proofs/${id}\\.(png|pdf)$`))
    }
  })

  test('may hold five files of five mebibytes each', async () => {
    const { status, body } = await uploadTo(
      work,
      Array.from({ length: 5 }, () => pdf(fileBytesMax)),
    )
    assert.equal(status, 200)
    assert.deepEqual(membersOf(body.items, 'size'), Array(5).fill(fileBytesMax))
  })

  test('may hold other fields, which are ignored', async () => {
    const fields = Array.from({ length: 15 }, (_, index) => ({ name: `field${index}`, bytes: 'x'.repeat(5000) }))
    assert.equal((await uploadTo(work, [...fields, pdf()])).status, 200)
  })

  test('can be one of many concurrent ones', async () => {
    const picture = await png()
    const answers = await Promise.all(Array.from({ length: 12 }, () => uploadTo(work, [picture, pdf(100_000)])))
    assert.deepEqual(membersOf(answers, 'status'), Array(12).fill(200))
  })
})

describe('a form is refused completely', () => {
  test('for a sixth file', () => refuses(Array(6).fill(pdf()), 'too_many_files'))
  test('for a byte too many', () => refuses([pdf(), pdf(fileBytesMax + 1)], 'file_too_large', 'files[1]'))
  test('for ten mebibytes too many', () => refuses([pdf(3 * fileBytesMax)], 'file_too_large', 'files[0]'))
  test('for an empty file', () => refuses([pdf(), pdf(), pdf(0)], 'unsupported_file_type', 'files[2]'))
  test('for one invalid file among valid ones', async () =>
    refuses([await png(), pdf(), { ...pdf(), bytes: 'no document' }], 'unsupported_file_type', 'files[2]'))
  test('for a damaged picture after valid files', async () => {
    const { bytes, ...named } = await png()
    await refuses([pdf(), { ...named, bytes: bytes.subarray(0, 60) }], 'unsupported_file_type', 'files[1]')
  })
  test('for files in another field', () => refuses([pdf(), { ...pdf(), name: 'avatar' }], 'validation_error', 'avatar'))
  test('for a part without a name', () => refuses([{ ...pdf(), name: '' }], 'validation_error', ''))
  test('for a field named __proto__', () => refuses([{ ...pdf(), name: '__proto__' }], 'validation_error'))
  test('for more than sixteen parts', () =>
    refuses([pdf(), ...Array(16).fill({ name: 'field', bytes: '' })], 'validation_error'))
  test('without parts', () => refuses([], 'no_files'))
  test('without files', () => refuses([{ name: 'files', bytes: 'text' }], 'no_files'))

  test('with the name of the file', async () => {
    const { body } = await uploadTo(work, [pdf(), pdf(fileBytesMax + 1, 'large.pdf')])
    assert.deepEqual(body.errors[0].params, { fileName: 'large.pdf' })
    assert.match(body.detail, /large\.pdf/)
  })
})

describe('a body that is not a form', () => {
  const good = form([pdf(300)])
  const send = (body: Uint8Array | string | undefined, contentType?: string) =>
    work.executor.a.send('POST', work.path, body, contentType === undefined ? {} : { 'content-type': contentType })

  const others: readonly (readonly [what: string, contentType: string | undefined, body: string | undefined])[] = [
    ['no body', undefined, undefined],
    ['an empty body', formType, ''],
    ['JSON', 'application/json', '{"files":[]}'],
    ['broken JSON', 'application/json', '{'],
    ['text', 'text/plain', 'hello'],
    ['another kind of form', 'application/x-www-form-urlencoded', 'files=1'],
    ['a nonsense type', 'nonsense', 'hello'],
    ['a form without a boundary', 'multipart/form-data', good.toString('latin1')],
    ['a form with an empty boundary', 'multipart/form-data; boundary=""', good.toString('latin1')],
    ['a form with another boundary', 'multipart/form-data; boundary=other', good.toString('latin1')],
    ['a mixed form', formType.replace('form-data', 'mixed'), good.toString('latin1')],
    ['text in a form', formType, 'hello'],
    ['a part without headers', formType, '--the-boundary\r\n\r\nhello\r\n--the-boundary--\r\n'],
    ['a broken part header', formType, '--the-boundary\r\nContent-Disposition\0;;;=\r\n\r\nx\r\n--the-boundary--\r\n'],
    [
      'an endless part header',
      formType,
      `--the-boundary\r\nX-A: ${'a'.repeat(200_000)}\r\n\r\nx\r\n--the-boundary--\r\n`,
    ],
  ]
  for (const [what, contentType, body] of others)
    test(`${what} is refused with 400`, async () => {
      const { status, body: problem, raw } = await send(body, contentType)
      assert.equal(status, 400, raw)
      assert.ok(problem.code === 'no_files' || problem.code === 'validation_error', problem.code)
    })

  test('a form cut off anywhere is refused with 400', async () => {
    const { fileName, type, bytes } = await png()
    const whole = form([pdf(20), { fileName, type, bytes: bytes.subarray(0, 80) }, pdf(30)])
    // Bytes after the last boundary are not part of the form.
    const end = whole.length - 2
    for (let offset = 0; offset < end; offset += Math.ceil(end / 120)) {
      const { status, raw } = await send(whole.subarray(0, offset), formType)
      assert.equal(status, 400, `cut at ${offset}: ${raw}`)
    }
  })

  test('a form with any one byte missing is answered, never with 5xx', async () => {
    for (let offset = 0; offset < good.length; offset += offset < 120 ? 1 : 25) {
      const { status } = await send(Buffer.concat([good.subarray(0, offset), good.subarray(offset + 1)]), formType)
      assert.ok(status === 200 || status === 400, `${status} without byte ${offset}`)
    }
  })
})

describe('a connection', () => {
  const open = (length: number, token = work.executor.token): Socket => {
    const { hostname, port } = new URL(market.url)
    const socket = connect(Number(port), hostname)
    socket.on('error', () => {})
    socket.write(`POST ${work.path} HTTP/1.1\r\nHost: market\r\nAuthorization: Bearer ${token}\r\n`)
    socket.write(`Content-Type: ${formType}\r\nContent-Length: ${length}\r\nConnection: close\r\n\r\n`)
    return socket
  }
  /** Waits until the server writes the files of this request. */
  const isWriting = async () => {
    while ((await filesOf(market)).unfinished.length === 0) await new Promise(setImmediate)
  }

  test('that breaks in the middle leaves nothing', async () => {
    const whole = form([await png(), pdf(200_000)])
    for (const share of [0, 0.2, 0.5, 0.9]) {
      const socket = open(whole.length)
      await new Promise((sent) => socket.write(whole.subarray(0, whole.length * share), sent))
      await isWriting()
      socket.destroy()
      assert.ok(await isTidy(market), `broken at ${share}`)
    }
  })

  test('that breaks before anything was read leaves nothing', async () => {
    for (let round = 0; round < 20; round++) {
      const socket = open(1000)
      await new Promise((sent) => socket.write('--', sent))
      socket.destroy()
    }
    assert.equal((await uploadTo(work, [pdf()])).status, 200)
  })

  test('that ends early is refused', async () => {
    const socket = open(5000)
    socket.end(form([pdf(1000)]))
    assert.match(await text(socket), /^HTTP\/1\.1 400 |^$/)
  })

  test('whose reservation ends while the form arrives stores nothing', async () => {
    const whole = form([await png(), pdf(1000)])
    const socket = open(whole.length)
    socket.write(whole.subarray(0, 100))
    await isWriting()
    await market.ctx.db.run(
      sql`update reservations set status = 'Cancelled' where executor = ${work.executor.id}::bigint`,
    )
    socket.write(whole.subarray(100))
    const answer = await text(socket)
    await reserveRow(market, work.executor, work.offer)
    assert.match(answer, /^HTTP\/1\.1 404 /)
    assert.match(answer, /no_active_reservation/)
  })

  test('is answered before the form is sent if there is no reservation', async () => {
    const socket = open(1_000_000, (await executor(market)).token)
    const first = await new Promise((read) => socket.once('data', read))
    socket.destroy()
    assert.match(String(first), /^HTTP\/1\.1 404 /)
  })
})

describe('uploading', () => {
  const outcomeOf = async (bearer: string | undefined, path = work.path) => {
    const { status, body } = await market.as(bearer).send('POST', path, form([pdf()]), { 'content-type': formType })
    return [status, body.code]
  }

  test('needs an own reservation on this offer', async () => {
    assert.deepEqual(await outcomeOf((await executor(market)).token), [404, 'no_active_reservation'])
    for (const offer of [work.offer + 1, 0, '9'.repeat(19), 'nonsense', '-1']) {
      const path = `/api/executor/offers/${offer}/proof/uploads`
      assert.deepEqual(await outcomeOf(work.executor.token, path), [404, 'no_active_reservation'])
    }
  })

  test('is refused after the reservation has expired, swept or not', async () => {
    const late = await reservedWork(market)
    market.pass(3599)
    assert.equal((await uploadTo(late, [pdf()])).status, 200)
    market.pass(1)
    const { status, body } = await uploadTo(late, [pdf()])
    assert.deepEqual([status, body.code], [404, 'no_active_reservation'])
    market.pass(-3600)
  })

  /** Checks the limits of all offers together; the executor has 200 unused files, and two more fit. */
  const refusesMore = async (full: Work) => {
    const { db } = market.ctx
    const own = sql`executor = ${full.executor.id}::bigint`
    await db.run(sql`update proofs set offer = offer + 1000000 where ${own}`)
    const refused = async (files: number) => {
      const { body } = await uploadTo(full, Array(files).fill(pdf(9)))
      return [body.code, body.what, body.max, body.used]
    }
    assert.deepEqual(await refused(3), ['storage_limit_reached', 'uploads', 202, 200])
    assert.equal((await uploadTo(full, [pdf(9)])).status, 200)
    await db.run(
      sql`update proofs set size = 200000000 where id = (select max(id::text)::uuid from proofs where ${own})`,
    )
    assert.deepEqual((await refused(1)).slice(0, 2), ['storage_limit_reached', 'uploadMegabytes'])
  }

  test('is refused with two hundred unused files', async () => {
    const full = await reservedWork(market)
    const answers = []
    for (let form = 0; form < 39; form++) answers.push((await uploadTo(full, Array(5).fill(pdf(9)))).status)
    assert.deepEqual(answers, Array(39).fill(200))
    const four = await uploadTo(full, Array(4).fill(pdf(9)))
    assert.equal(four.status, 200)
    const two = await uploadTo(full, [pdf(9), pdf(9)])
    assert.deepEqual([two.status, two.body.code], [400, 'too_many_files'])
    assert.equal((await uploadTo(full, [pdf(9)])).status, 200)
    const more = await uploadTo(full, [pdf(9)])
    assert.deepEqual([more.status, more.body.code], [400, 'too_many_files'])
    await market.ctx.db.run(sql`
      insert into execution_proofs (proof, execution, offer, position)
      select id, 1, offer, 1 from proofs where executor = ${full.executor.id}::bigint limit 5`)
    assert.equal((await uploadTo(full, Array(5).fill(pdf(9)))).status, 200)
    await refusesMore(full)
  })
})

test('a failing disk is answered with 503, and nothing is stored', async () => {
  const folder = `${market.ctx.config.dataDir}/uploads`
  await rename(folder, `${folder}-away`)
  await writeFile(folder, 'no folder')
  const { status, headers, body } = await uploadTo(work, [pdf(), pdf()])
  await rename(`${folder}-away`, folder).catch(async () => {
    await rename(folder, `${folder}-file`)
    await rename(`${folder}-away`, folder)
  })
  assert.deepEqual([status, body.code, headers.get('retry-after')], [503, 'temporarily_unavailable', '1'])
})

test('files left by a crash are swept after a day, and not before', async () => {
  const folder = await mkdtemp(`${market.ctx.storage.workshop}/upload-`)
  await writeFile(`${folder}/0-received`, 'half a file')
  assert.equal(await sweepUnfinished(market.ctx), 0)
  market.pass(86_401)
  for (const each of market.ctx.storage.unfinished) await writeFile(`${each}/half`, 'half a file')
  assert.equal(await sweepUnfinished(market.ctx), 3)
  market.pass(-86_401)
})
