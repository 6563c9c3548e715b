import assert from 'node:assert/strict'
import { once } from 'node:events'
import { appendFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { becomes } from '../../../test/support/embedded-postgres/fixtures.ts'
import { freePort } from '../../../test/support/ports.ts'
import { newInstallation } from '../../../test/support/program.ts'
import { startRedis, withoutRedis } from '../../../test/support/redis.ts'
import { startPair } from '../../../test/support/replica.ts'
import { openDatabase } from '../../platform/database/db.ts'
import { pathsIn } from '../../platform/embedded-postgres/paths.ts'
import { startingSeconds } from '../../platform/embedded-postgres/pid-file.ts'
import { recordMails } from '../../platform/mail/mail.ts'

type Finding = { readonly check: string; readonly ok: boolean; readonly detail: string }

const pair = await startPair()
after(() => pair.close())
const ofDatabase = {
  DATABASE_URL: pair.url,
  DATABASE_READ_URL: pair.readUrl,
  SECRET_KEY: 'a key of at least 32 characters, of this test',
}

/** Returns the findings of one check, and all other failed ones. */
async function findings(settings: Readonly<Record<string, string>>, check: string) {
  const installation = newInstallation({ after }, { ...ofDatabase, ...settings })
  const { code, out, err } = await installation.call('doctor', '--json')
  const { checks } = JSON.parse(out || assert.fail(err)) as { checks: Finding[] }
  const found = checks.find((one) => one.check === check) ?? assert.fail(`${check} was not looked at`)
  assert.equal(code, checks.every(({ ok }) => ok) ? 0 : 1)
  const others = checks.filter((one) => one !== found && !one.ok)
  return { ...found, others, out }
}

describe('doctor checks the database', () => {
  test('and reports a standby in DATABASE_URL, and since when', async () => {
    const { ok, detail } = await findings({ DATABASE_URL: pair.readUrl, DATABASE_READ_URL: '' }, 'database')
    assert.equal(ok, false)
    assert.match(detail, /^It is a standby that only reads, and has been in recovery for \d+ s\. Point DATABASE_URL/)
  })

  test('and reports a recovery of the embedded one without waiting for its end', async (t) => {
    const installation = newInstallation(t)
    await installation.call('doctor')
    const { cluster, postgresLog } = pathsIn(join(installation.dataDir, 'postgres'))
    writeFileSync(join(cluster, 'recovery.signal'), '')
    appendFileSync(join(cluster, 'postgresql.auto.conf'), "restore_command = 'sleep 600'\n")
    installation.serve(await freePort()).catch(() => {})
    const seconds = () => startingSeconds(pathsIn(join(installation.dataDir, 'postgres'))) ?? 0
    await becomes('the recovery has lasted for three seconds', () => seconds() > 3)
    const { code, out } = await installation.call('doctor')
    assert.equal(code, 1)
    assert.match(
      out,
      /^BAD {2}database: The embedded database has been in recovery for \d+ s\. Wait for it to finish\./m,
    )
    assert.ok(out.includes(postgresLog))
  })
})

test('doctor checks that task pages have another origin, which browsers show in the console', async () => {
  const PublicUrl = 'https://market.example'
  for (const [TasksUrl, expected] of [
    ['https://market.example', /must be another origin than PUBLIC_URL/],
    ['http://tasks.example', /must be https, as PUBLIC_URL is/],
  ] as const) {
    const { ok, detail } = await findings({ PUBLIC_URL: PublicUrl, TASKS_URL: TasksUrl }, 'settings')
    assert.deepEqual([ok, expected.test(detail)], [false, true], detail)
  }
  const { detail } = await findings({ PUBLIC_URL: PublicUrl, TASKS_URL: 'https://tasks.example' }, 'settings')
  assert.match(detail, /^served at https:\/\/market\.example, task pages at https:\/\/tasks\.example, /)
})

describe('doctor checks the replica', () => {
  test('and reports its lag', async () => {
    const { ok, detail, others } = await findings({}, 'replica')
    assert.deepEqual([ok, others], [true, []])
    assert.match(detail, /^\d+ bytes behind the primary, and had them \d\.\d\d s later$/)
  })

  test('and reports that it does not catch up', async () => {
    await pair.pause()
    const db = openDatabase({ url: pair.url })
    await recordMails(db, [{ recipient: 'a@example.com', subject: 'Hi', body: 'Text' }])
    await db.close()
    const { ok, detail, others } = await findings({}, 'replica')
    await pair.resume()
    assert.deepEqual([ok, others], [false, []])
    assert.match(
      detail,
      /^It is [1-9]\d* bytes behind .*does not catch up\. The last change that it shows is \d+ s old/,
    )
  })

  test('and reports that it is unreachable or no replica', async () => {
    const primary = await findings({ DATABASE_READ_URL: pair.url }, 'replica')
    assert.match(primary.detail, /^It is no replica/)
    await pair.stop()
    const { ok, others } = await findings({}, 'replica')
    await pair.start()
    assert.deepEqual([ok, others], [false, []])
  })
})

describe('doctor checks Redis', { skip: withoutRedis }, () => {
  test('and does not show its password', async () => {
    const redis = await startRedis()
    const { ok, detail } = await findings({ REDIS_URL: redis.url }, 'redis')
    assert.deepEqual([ok, /^counts requests, and answers in \d+ ms$/.test(detail)], [true, true], detail)
    await redis.kill()
    const away = await findings({ REDIS_URL: redis.url.replace('//', '//:planted@') }, 'redis')
    assert.deepEqual([away.ok, away.others], [false, []])
    assert.match(away.detail, /ECONNREFUSED/)
    assert.doesNotMatch(away.out, /planted/)
  })
})

describe('doctor checks the metrics port', () => {
  test('which may be closed or serve the metrics', async () => {
    const settings = { METRICS_PORT: String(await freePort()) }
    const quiet = await findings(settings, 'metrics')
    assert.deepEqual([quiet.ok, /^nobody listens at http/.test(quiet.detail)], [true, true], quiet.detail)
    const program = await newInstallation({ after }, { ...ofDatabase, ...settings }).serve(await freePort())
    const shown = await findings(settings, 'metrics')
    assert.match(shown.detail, /^[1-9]\d+ figures at http/)
    await program.end('SIGTERM')
  })

  test('and reports that another program uses it', async () => {
    const other = createServer((_request, response) => void response.end('Hello.')).listen(0, '127.0.0.1')
    after(() => other.close())
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    const { ok, detail } = await findings({ METRICS_PORT: String(port) }, 'metrics')
    assert.equal(ok, false)
    assert.match(detail, /^Another program answers at /)
  })
})
