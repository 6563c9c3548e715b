import assert from 'node:assert/strict'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { copyFolder } from './copy.ts'

/** Fewer than the entries that are listed at once. */
const databases = 20

test('the folder of a database that is dropped during a copy is left out', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'copy-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const [from, to] = [join(folder, 'from'), join(folder, 'to')]
  for (let index = 0; index < databases; index++) mkdirSync(join(from, String(index)), { recursive: true })
  const copied = copyFolder(from, to)
  // From the first copied folder on, all have been listed.
  while (!existsSync(to) || readdirSync(to).length === 0) await new Promise(setImmediate)
  const later = readdirSync(from).filter((name) => !existsSync(join(to, name)))
  assert.ok(later.length > 1)
  for (const name of later) rmdirSync(join(from, name))
  await copied
  assert.ok(readdirSync(from).every((name) => existsSync(join(to, name))))
})
