import assert from 'node:assert/strict'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { copyLiveFolder } from './live-copy.ts'

/** Fewer than the entries that are listed at once. */
const entries = 20

test('the folder of a database that is dropped during a copy is left out', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'copy-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const [from, to] = [join(folder, 'from'), join(folder, 'to')]
  for (let index = 0; index < entries; index++) mkdirSync(join(from, String(index)), { recursive: true })
  const copied = copyLiveFolder(from, to, () => 'all')
  // From the first copied folder on, all have been listed.
  while (!existsSync(to) || readdirSync(to).length === 0) await new Promise(setImmediate)
  const later = readdirSync(from).filter((name) => !existsSync(join(to, name)))
  assert.ok(later.length > 1)
  for (const name of later) rmdirSync(join(from, name))
  await copied
  assert.ok(readdirSync(from).every((name) => existsSync(join(to, name))))
})

test('files that are removed during a copy are left out, and so is the content of chosen folders', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'copy-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const [from, to] = [join(folder, 'from'), join(folder, 'to')]
  mkdirSync(join(from, 'unfinished'), { recursive: true })
  writeFileSync(join(from, 'unfinished', 'part'), '')
  for (let index = 0; index < entries; index++) writeFileSync(join(from, String(index)), '')
  // Removed after they were listed, and before they are copied.
  const partOf = (name: string) => {
    if (Number(name) % 2 === 1) rmSync(join(from, name))
    return name === 'unfinished' ? 'folder' : 'all'
  }
  await copyLiveFolder(from, to, partOf)
  const kept = Array.from({ length: entries / 2 }, (_, index) => String(2 * index))
  assert.deepEqual(readdirSync(to).sort(), [...kept, 'unfinished'].sort())
  assert.deepEqual(readdirSync(join(to, 'unfinished')), [])
})
