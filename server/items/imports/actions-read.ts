import type { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { commonNames } from '../../offers/pages/item-names.ts'
import { stopwatch } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/db.ts'
import type { Id } from '../../values/id.ts'
import type { Sentence } from '../../values/sentences.ts'
import { type GoldRules, goldAnswerErrors } from '../gold.ts'
import { itemsMax, TooManyItems } from '../item.ts'
import { insertSuites, type Packing, placeItems } from '../sql.ts'
import { insertHidden } from '../sql-gold.ts'
import { csvReader } from './actions-csv.ts'
import { jsonlReader } from './actions-jsonl.ts'
import { errorsMax, fault, type ImportFormat, type LineError, linesMax, sentences } from './import.ts'
import { linesOf } from './lines.ts'
import { type LineReader, type ReadItem, Unreadable } from './reader.ts'
import { type Added, insertPlaced, type Progress, readExternalIds } from './sql.ts'

/** Items of one statement. Small, so that other requests of the process are answered between two of them. */
const batchItems = 500
/** Small, so that its lines are found in a few milliseconds, even if all of them are blank. */
const pieceBytes = 8_192
/** After this time of reading and writing, an import rests for a share of it, in which others are served. */
const workMs = 10
const restShare = 0.8
/** A busy machine must not make an import much slower: a million items rest for up to a minute. */
const restMsMax = 15

/** What was read of a file. */
export type Reading = { -readonly [Name in keyof Progress]: Progress[Name] } & { readonly errors: LineError[] }

export const nothingRead = (): Reading => ({ readBytes: 0, readLines: 0, faults: 0, errors: [] })

type Target = {
  readonly id: Id<'import'>
  readonly format: ImportFormat
  readonly packing: Packing
  /** The names that all items of the offer have, before. */
  readonly names: readonly string[] | null
  readonly rules: GoldRules
}

type Growing = { -readonly [Name in keyof Added]: Added[Name] }

/** Copies the items of a file into the database, in new suites. Continues after wrong lines, in order to name all of them. */
export async function copyItems(
  db: Db,
  { id, format, packing, names, rules }: Target,
  file: Readable,
  reading: Reading,
): Promise<Added> {
  const added: Growing = { items: 0, gold: 0, suites: 0, firstTurn: 0, names }
  const tooMany = () => TooManyItems({ most: itemsMax, items: added.items })
  const report = (error: LineError) => {
    reading.faults++
    if (reading.errors.length < errorsMax) reading.errors.push(error)
    if (reading.faults > itemsMax) throw tooMany()
  }
  const suiteSize = Math.max(1, packing.itemsPerSlot)
  const size = Math.max(1, Math.floor(batchItems / suiteSize)) * suiteSize
  for await (const batch of batchesOf(itemsOf(file, readerOf(format, rules), reading, report), size)) {
    if (added.items + batch.length > itemsMax) throw tooMany()
    const wrong = packing.hasGold ? goldAnswerErrors(batch, rules, (place) => String(place)) : []
    for (const { field, code, detail } of wrong) report(faultOf(batch, field, code, detail))
    if (wrong.length > 0) continue
    const { suites, taken } = await insertBatch(db, id, packing, batch)
    added.firstTurn ||= suites[0]?.turn ?? 0
    added.items += batch.length
    added.gold += batch.filter(({ goldAnswer }) => goldAnswer !== null).length
    added.names = commonNames(added.names, batch)
    added.suites += suites.length
    for (const { line } of taken) report(fault(line, 'externalId', 'unique_items', sentences.taken))
  }
  if (added.items === 0 && reading.faults === 0) report(fault(1, 'line', 'min_items', sentences.noItems))
  return added
}

/** Returns an error of an item of a batch, whose path begins with its place, as one of its line. */
function faultOf(batch: readonly ReadItem[], path: string, code: string, detail: Sentence): LineError {
  const [place = '', ...field] = path.split('.')
  return fault(batch[Number(place)]?.line ?? 1, field.join('.'), code, detail)
}

async function insertBatch(db: Db, id: Id<'import'>, packing: Packing, batch: readonly ReadItem[]) {
  if (packing.hasGold) {
    const { suites, placed } = await placeItems(db, packing, batch)
    const inserted = await insertHidden(db, packing.offer, placed, id)
    return { suites, taken: inserted.length === batch.length ? [] : notInserted(batch, inserted) }
  }
  const { itemsPerSlot } = packing
  const suites = await insertSuites(db, packing, batch.length)
  const placed = batch.map((item, place) => ({
    ...item,
    suite: suites[Math.floor(place / itemsPerSlot)]?.id as number,
  }))
  const inserted = await insertPlaced(db, packing.offer, id, placed)
  if (inserted === batch.length) return { suites, taken: [] }
  const found = await readExternalIds(
    db,
    suites.map((suite) => suite.id),
  )
  return { suites, taken: notInserted(batch, found) }
}

/** Returns the items whose externalId was taken. Of two with the same one, the first was inserted. */
function notInserted(batch: readonly ReadItem[], inserted: readonly { readonly externalId: string | null }[]) {
  const left = new Set(inserted.map(({ externalId }) => externalId))
  return batch.filter(({ externalId }) => externalId !== null && !left.delete(externalId))
}

export function readerOf(format: ImportFormat, rules: GoldRules): LineReader {
  const reader = format === 'csv' ? csvReader(rules) : jsonlReader(rules)
  const read: LineReader['read'] = (line) => {
    if (line.number > linesMax) throw new Unreadable(fault(line.number, 'line', 'max_lines', sentences.tooManyLines))
    return reader.read(line)
  }
  return { ...reader, read }
}

function pace(): { isTired(): boolean; rest(): Promise<void> } {
  let passed = stopwatch()
  return {
    isTired: () => passed() >= workMs,
    rest: async () => {
      await setTimeout(Math.min(passed() * restShare, restMsMax))
      passed = stopwatch()
    },
  }
}

/** Yields the items of each piece of a file. */
async function* itemsOf(
  file: Readable,
  reader: LineReader,
  reading: Reading,
  report: (error: LineError) => void,
): AsyncGenerator<ReadItem[]> {
  const work = pace()
  try {
    for await (const lines of linesOf(counted(file, reading))) {
      const items: ReadItem[] = []
      for (const line of lines) {
        reading.readLines = line.number
        const found = reader.read(line)
        if (found && 'code' in found) report(found)
        else if (found) items.push(found)
        if (work.isTired()) await work.rest()
      }
      if (items.length > 0) yield items
    }
    const last = reader.end()
    if (last) report(last)
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    report(error.fault)
  } finally {
    file.destroy()
  }
}

async function* counted(file: Readable, reading: Reading): AsyncGenerator<Buffer> {
  for await (const chunk of file as AsyncIterable<Buffer>) {
    for (let at = 0; at < chunk.length; at += pieceBytes) {
      const piece = chunk.subarray(at, at + pieceBytes)
      reading.readBytes += piece.length
      yield piece
    }
  }
}

async function* batchesOf<Item>(parts: AsyncIterable<readonly Item[]>, size: number): AsyncGenerator<Item[]> {
  let waiting: Item[] = []
  for await (const part of parts) {
    waiting.push(...part)
    while (waiting.length >= size) {
      yield waiting.slice(0, size)
      waiting = waiting.slice(size)
    }
  }
  if (waiting.length > 0) yield waiting
}
