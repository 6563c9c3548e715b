import assert from 'node:assert/strict'
import { rename, rm, writeFile } from 'node:fs/promises'
import { describe, test } from 'node:test'
import type { Answer } from '../../test/support/client.ts'
import { advertiser, executor, operator } from '../../test/support/fixtures.ts'
import { type Item, pdf, png, reservedWork, uploadTo } from '../../test/support/inputs/uploads.ts'
import { openMarket } from '../../test/support/market.ts'
import { sql } from '../platform/sql.ts'
import { keyOf, nameOf, type Proof, parseProofName } from './proof.ts'
import { proofJson } from './serialize.ts'
import { proofColumns } from './sql-fragments.ts'

const market = await openMarket()
const work = await reservedWork(market)
const document = pdf(3000, 'отчёт \\"1\\".pdf')
const items: Item[] = (await uploadTo(work, [document, await png()])).body.items
const [item] = items as [Item, Item]
const path = new URL(item.url).pathname
const folder = '/uploads/executor/proofs'

const codeOf = ({ status, body }: Answer): (number | string)[] => (status === 200 ? [200] : [status, body.code])
const read = async (bearer: string | undefined, from = path) => codeOf(await market.as(bearer).get(from))

describe('reading the file of a proof', () => {
  test('is allowed for its executor, the advertiser of its offer, with a token or a key, and operators', async () => {
    const { token, key } = work.advertiser
    for (const bearer of [work.executor.token, token, key, (await operator(market)).token]) {
      assert.deepEqual(await read(bearer), [200])
    }
  })

  test('answers 404 to others', async () => {
    const others = [
      await executor(market),
      await advertiser(market),
      await executor(market, { roles: ['Executor', 'Advertiser'] }),
    ]
    for (const { token, key } of others) {
      assert.deepEqual(await read(token), [404, 'not_found'])
      if (key) assert.deepEqual(await read(key), [404, 'not_found'])
    }
    const missing = {
      ...parseProofName(path.slice(folder.length + 1)),
      id: item.id.replace(/^../, '00'),
      extension: 'pdf',
    } as const
    const answerTo = async (name: string) => {
      const { body } = await (others[0] as (typeof others)[0]).a.get(`${folder}/${name}`)
      return { ...body, instance: '', requestId: '' }
    }
    assert.deepEqual(await answerTo(nameOf(missing)), await answerTo(path.slice(folder.length + 1)))
  })

  test('is allowed for an operator with a token, not with a key of the same account', async () => {
    const both = await advertiser(market, { roles: ['Advertiser', 'Operator'] })
    assert.deepEqual(await read(both.token), [200])
    assert.deepEqual(await read(both.key), [404, 'not_found'])
    await market.ctx.db.run(sql`update credentials set roles = '{Advertiser}' where account = ${both.id}::bigint`)
    assert.deepEqual(await read(both.token), [404, 'not_found'])
  })

  test('is possible under its exact name only', async () => {
    const { id } = item
    const names = [
      id,
      `${id}.png`,
      `${id}.PDF`,
      `${id.toUpperCase()}.pdf`,
      `${id}.pdf.pdf`,
      'x',
      `x${id}.pdf`,
      `${id}.pdf%00`,
    ]
    const outside = [
      '..%2f..%2f..%2fetc%2fpasswd',
      '%2e%2e',
      '..%5c',
      `..%2fproofs%2f${id}.pdf`,
      `${id}.constructor`,
      "'",
      '%ff',
    ]
    for (const name of [...names, ...outside]) {
      const { status } = await work.executor.a.get(`${folder}/${name}`)
      assert.ok(status === 404 || status === 400, `${name}: ${status}`)
    }
    assert.deepEqual(await read(undefined, `${folder}/x`), [401, 'token_missing'])
  })
})

describe('the file is sent', () => {
  test('as an attachment that browsers do not execute, with its original name', async () => {
    const response = await fetch(market.url + path, { headers: { authorization: `Bearer ${work.executor.token}` } })
    const headers = Object.fromEntries(response.headers)
    assert.equal(headers['content-type'], 'application/pdf')
    assert.equal(headers['content-length'], '3000')
    assert.equal(headers['x-content-type-options'], 'nosniff')
    assert.equal(headers['content-security-policy'], "sandbox; default-src 'none'")
    assert.equal(headers['cross-origin-resource-policy'], 'same-origin')
    assert.equal(headers['cache-control'], 'private, no-store')
    assert.match(
      headers['content-disposition'] ?? '',
      /^attachment; filename="[\w .]+"; filename\*=UTF-8''%D0%BE[\w%.]+$/,
    )
    assert.deepEqual(Buffer.from(await response.arrayBuffer()), document.bytes)
  })

  test('with the length of the stored file, if a picture was drawn anew', async () => {
    const picture = new URL((items[1] as Item).url).pathname
    const response = await fetch(market.url + picture, { headers: { authorization: `Bearer ${work.advertiser.key}` } })
    const { byteLength } = await response.arrayBuffer()
    assert.equal(response.headers.get('content-length'), String(byteLength))
    assert.equal(response.headers.get('content-type'), 'image/png')
  })

  test('without its bytes for a HEAD request', async () => {
    const { status, headers, raw } = await work.executor.a.send('HEAD', path)
    assert.deepEqual([status, headers.get('content-length'), raw], [200, '3000', ''])
    assert.equal((await market.as((await executor(market)).token).send('HEAD', path)).status, 404)
  })

  test('as 404 if it is lost', async () => {
    const [lost] = (await uploadTo(work, [pdf()])).body.items
    await rm(`${market.ctx.config.dataDir}/uploads/${keyOf({ id: lost.id, extension: 'pdf' })}`)
    for (const method of ['GET', 'HEAD']) {
      assert.equal((await work.executor.a.send(method, new URL(lost.url).pathname)).status, 404)
    }
  })

  test('as 503 if the disk cannot be read', async () => {
    const folder = `${market.ctx.config.dataDir}/uploads/proofs`
    await rename(folder, `${folder}.away`)
    await writeFile(folder, '')
    for (const method of ['GET', 'HEAD']) assert.equal((await work.executor.a.send(method, path)).status, 503)
    await rm(folder)
    await rename(`${folder}.away`, folder)
    assert.deepEqual(await read(work.executor.token), [200])
  })

  const named: readonly (readonly [sent: string, kept: string])[] = [
    ['../../../etc/passwd.pdf', 'passwd.pdf'],
    ['fdp.\u202egnp.pdf', 'fdp.gnp.pdf'],
    ['снимок экрана — 1;a=b.pdf', 'снимок экрана — 1;a=b.pdf'],
    [`${'я'.repeat(2048)}.pdf`, `${'я'.repeat(251)}.pdf`],
  ]
  for (const [sent, kept] of named)
    test(`as ${kept.slice(0, 30)} if it was sent as ${JSON.stringify(sent).slice(0, 40)}`, async () => {
      const { status, body, raw } = await uploadTo(work, [pdf(100, sent)])
      assert.equal(status, 200, raw)
      assert.equal(body.items[0].fileName, kept)
      const { headers } = await work.executor.a.get(new URL(body.items[0].url).pathname)
      const [, exact = ''] =
        /^attachment; filename="[\w .()-]+"; filename\*=UTF-8''(\S+)$/.exec(headers.get('content-disposition') ?? '') ??
        []
      assert.equal(decodeURIComponent(exact), kept)
    })
})

describe('a signed link', () => {
  const { publicUrl } = market.ctx.config
  const shown = async () => {
    const row = await market.ctx.db.one<Proof & { now: Date }>(sql`
      select ${proofColumns}, ${market.ctx.db.now()} as now from proofs where id = ${item.id}::uuid`)
    return proofJson.serialize(row, { publicUrl, secretKey: market.ctx.secretKey, now: row.now })
  }
  const link = async () => (await shown()).downloadUrl.slice(publicUrl.length)

  test('is part of a proof in a report, with its other members', async () => {
    const proof = await shown()
    assert.deepEqual(Object.keys(proof), Object.keys(proofJson.schema.properties))
    const { flags, downloadUrl, uploadedAtUtc, ...same } = proof
    const { url, fileName, size, contentType, id, sha256 } = item
    assert.deepEqual(same, { id, url, fileName, size, contentType, sha256 })
    assert.deepEqual(flags, [])
    assert.ok(downloadUrl.startsWith(`${url}?exp=`) && uploadedAtUtc.endsWith('Z'))
  })

  test('gives the file to any holder for fifteen minutes', async () => {
    const url = await link()
    const answer = await market.as().get(url)
    assert.deepEqual([answer.status, answer.headers.get('content-length')], [200, '3000'])
    market.pass(898)
    assert.deepEqual(await read(undefined, url), [200])
    market.pass(2)
    assert.deepEqual(await read(undefined, url), [403, 'operation_unavailable'])
    assert.match((await market.as().get(url)).body.detail, /expired/)
    market.pass(-900)
  })

  test('is ignored if the request has a credential', async () => {
    assert.deepEqual(await read((await executor(market)).token, await link()), [404, 'not_found'])
    assert.deepEqual(await read('garbage', await link()), [401, 'token_invalid'])
  })
})
