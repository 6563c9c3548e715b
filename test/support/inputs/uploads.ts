import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import sharp from 'sharp'
import { sql } from '../../../server/platform/sql.ts'
import type { Answer } from '../client.ts'
import { advertiser, executor, type Person } from '../fixtures.ts'
import type { Market } from '../market.ts'
import { pdfWith } from './pdf.ts'

/** A part of a form; without a `fileName` it is a field, without a `type` it declares none. */
export type FormPart = {
  readonly name?: string
  readonly fileName?: string
  readonly type?: string
  readonly bytes: Uint8Array | string
}

export const boundary = 'the-boundary'
export const formType = `multipart/form-data; boundary=${boundary}`

/** Serializes a form byte by byte, without escaping names. */
export function form(parts: readonly FormPart[]): Buffer {
  const written = parts.flatMap(({ name = 'files', fileName, type, bytes }) => [
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"`),
    Buffer.from(fileName === undefined ? '' : `; filename="${fileName}"`),
    Buffer.from(type === undefined ? '\r\n\r\n' : `\r\nContent-Type: ${type}\r\n\r\n`),
    Buffer.from(bytes as Uint8Array),
    Buffer.from('\r\n'),
  ])
  return Buffer.concat([...written, Buffer.from(`--${boundary}--\r\n`)])
}

/** A valid PDF file. */
export const pdf = (size = 1000, fileName = 'a.pdf') => ({
  fileName,
  type: 'application/pdf',
  bytes: size === 0 ? Buffer.alloc(0) : pdfWith('', { size }),
})

/** A picture of 40 by 20 pixels, red on the left and blue on the right. */
export function drawing() {
  const blue = { create: { width: 20, height: 20, channels: 3 as const, background: '#00f' } }
  return sharp({ create: { width: 40, height: 20, channels: 3, background: '#f00' } }).composite([
    { input: blue, left: 20, top: 0 },
  ])
}

export const png = async (fileName = 'a.png') => ({
  fileName,
  type: 'image/png',
  bytes: await drawing().png().toBuffer(),
})

/** The result of an upload, per file. */
export type Item = {
  readonly id: string
  readonly url: string
  readonly fileName: string
  readonly size: number
  readonly contentType: string
  readonly sha256: string
}

/** An executor with an hour-long reservation, inserted directly. */
export type Work = {
  readonly executor: Person
  readonly advertiser: Person
  readonly offer: number
  readonly path: string
}

export async function reservedWork(market: Market): Promise<Work> {
  const [worker, owner] = [await executor(market), await advertiser(market)]
  const { db } = market.ctx
  const { id } = await db.one<{ id: number }>(sql`
    insert into offers (advertiser, source, price, category, platform, type, title, searchable, source_language,
      reward_units, fee_units, add_on_units, flat_units, currency, reservation_seconds, review_seconds, max_reworks,
      rework_seconds, per_executor_limit, created_at, updated_at)
    select ${owner.id}::bigint, 'GroupA.submit', id, 1, 1, code, 'Work', 'work', 'en', 5000, 500, 0, 0, 'USD', 3600, 3600, 2,
      3600, 1, ${db.now()}, ${db.now()}
    from prices order by id limit 1 returning id`)
  await reserveRow(market, worker, id)
  return { executor: worker, advertiser: owner, offer: id, path: `/api/executor/offers/${id}/proof/uploads` }
}

export const reserveRow = (market: Market, worker: Person, offer: number, kind = 'Work') =>
  market.ctx.db.run(sql`
    insert into reservations (offer, executor, kind, reward_units, fee_units, add_on_units, currency, review_seconds,
      offer_version, execution, created_at, expires_at)
    values (${offer}::bigint, ${worker.id}::bigint, ${kind}, 5000, 500, 0, 'USD', 3600, 1,
      ${kind === 'Rework' ? 1 : null}::bigint, ${market.ctx.db.now()},
      ${market.ctx.db.now()} + interval '1 hour')`)

export const uploadTo = ({ executor: { a }, path }: Work, parts: readonly FormPart[]): Promise<Answer> =>
  a.send('POST', path, form(parts), { 'content-type': formType })

/** Returns the folders of unfinished uploads, and the stored files and thumbnails on disk. */
export async function filesOf({ ctx }: Market): Promise<{ unfinished: string[]; stored: string[] }> {
  const [files = [], thumbnails = []] = await Promise.all(
    ['proofs', 'thumbnails'].map((name) => readdir(join(ctx.storage.workshop, '../uploads', name)).catch(() => [])),
  )
  const stored = [...files, ...thumbnails.map((name) => `thumbnail ${name}`)]
  return { unfinished: await readdir(ctx.storage.workshop), stored }
}

/** Waits until the stored files are exactly those with a row and no upload is unfinished. */
export async function isTidy(market: Market): Promise<boolean> {
  const named = sql`
    select id || '.' || extension as name from proofs
    union all select 'thumbnail ' || id || '.webp' from proofs where extension <> 'pdf'`
  for (let attempt = 0; attempt < 4_000; attempt++) {
    const rows = await market.ctx.db.many<{ name: string }>(named)
    const { unfinished, stored } = await filesOf(market)
    if (unfinished.length === 0 && isDeepStrictEqual(stored.sort(), rows.map(({ name }) => name).sort())) return true
    await setTimeout(25)
  }
  return false
}
