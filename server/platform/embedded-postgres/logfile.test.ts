import assert from 'node:assert/strict'
import { readdirSync, readFileSync, rmSync, statSync, truncateSync } from 'node:fs'
import { dirname } from 'node:path'
import { test } from 'node:test'
import { newDirectory } from '../../../test/support/embedded-postgres/fixtures.ts'
import { openLog } from './logfile.ts'

test('the log has up to two files, and survives the loss of its folder', (t) => {
  const path = newDirectory(t, 'log')
  const log = openLog(path)
  for (const text of ['first\n', 'second\n', 'third\n']) {
    log(text)
    truncateSync(path, 10_000_001)
  }
  log('fourth\n')
  assert.deepEqual(readdirSync(dirname(path)).sort(), ['log', 'log.1'])
  assert.equal(readFileSync(path, 'utf8'), 'fourth\n')
  assert.equal(statSync(path).mode & 0o777, 0o600)
  rmSync(dirname(path), { recursive: true })
  log('fifth\n')
})
