import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { ConfigInvalid, environment, readConfig } from './config.ts'
import { forgetSecretKey, makeDataDir, seal, secretKeyIn, secretKeyPath, unseal } from './secret.ts'
import { envExample, settings } from './settings.ts'

const errorsOf = (values: Record<string, string>): string[] => {
  try {
    readConfig(values)
  } catch (error) {
    assert.ok(error instanceof ConfigInvalid)
    return error.message.split('\n')
  }
  return []
}

describe('settings that are not given', () => {
  test('have their defaults', () => {
    const { host, port, currency, feeBasisPoints, moderation, ageFloor } = readConfig({})
    assert.deepEqual(
      { host, port, currency, feeBasisPoints, moderation, ageFloor },
      { host: '127.0.0.1', port: 8080, currency: 'USD', feeBasisPoints: 1000, moderation: 'manual', ageFloor: 18 },
    )
    const { reservationSeconds, reviewSeconds, reworkSeconds, activeReservationsMax } = readConfig({})
    assert.deepEqual(
      [reservationSeconds, reviewSeconds, reworkSeconds, activeReservationsMax],
      [3600, 259_200, 86_400, 1],
    )
  })
  test('send a delivery ten times within 76 hours', () => {
    const { webhookRetrySeconds, webhookAllowPrivate } = readConfig({})
    assert.deepEqual([webhookRetrySeconds.slice(0, 3), webhookRetrySeconds.length], [[0, 5, 300], 10])
    assert.equal(webhookAllowPrivate, false)
  })
  test('include empty ones', () => assert.equal(readConfig({ PORT: '', CURRENCY: '' }).port, 8080))
  test('may be derived from others', () => {
    const { publicUrl, apiUrl } = readConfig({ PORT: '9000' })
    assert.deepEqual([publicUrl, apiUrl], ['http://127.0.0.1:9000', 'http://127.0.0.1:9000/v1'])
    assert.equal(readConfig({ PUBLIC_URL: 'https://market.example/' }).apiUrl, 'https://market.example/v1')
    assert.equal(readConfig({ API_URL: 'https://api.example/v1' }).publicUrl, 'http://127.0.0.1:8080')
  })
  test('serve task pages from the next port, which is another origin', () => {
    const { tasksUrl, tasksPort } = readConfig({ PORT: '9000', PUBLIC_URL: 'http://10.0.0.5:9000/' })
    assert.deepEqual([tasksUrl, tasksPort], ['http://10.0.0.5:9001', 9001])
    assert.equal(readConfig({ PORT: '65535' }).tasksUrl, 'http://127.0.0.1:65534')
    assert.equal(readConfig({ TASKS_PORT: '9100' }).tasksUrl, 'http://127.0.0.1:9100')
    assert.equal(readConfig({ TASKS_URL: 'https://tasks.example' }).tasksPort, 8081)
    const same = { PUBLIC_URL: 'https://market.example/shop', TASKS_URL: 'https://market.example' }
    assert.deepEqual(errorsOf(same), [
      'TASKS_URL is "https://market.example", but must be another origin than PUBLIC_URL.',
    ])
    assert.deepEqual(errorsOf({ ...same, TASKS_URL: 'http://tasks.example' }), [
      'TASKS_URL is "http://tasks.example", but must be https, as PUBLIC_URL is.',
    ])
    assert.deepEqual(errorsOf({ TASKS_PORT: '8080' }), ['TASKS_PORT is 8080, but must be another port than PORT.'])
    assert.equal(errorsOf({ TASKS_URL: 'https://tasks.example/pages' }).length, 1)
  })
  test('may stay unset', () => {
    const { databaseUrl, databaseDirectUrl, secretKey } = readConfig({})
    assert.deepEqual([databaseUrl, databaseDirectUrl, secretKey], [undefined, undefined, undefined])
  })
})

describe('a setting that does not parse', () => {
  test('stops the start; the error lists all of them with name, value and expectation', () => {
    const lines = errorsOf({ PORT: 'http', FEE_PERCENT: '101', MODERATION: 'none' })
    assert.equal(lines.length, 3)
    assert.equal(lines[0], 'PORT is "http", but must be a whole number from 0 to 65535.')
  })
  test('is masked if it is secret', () => {
    for (const name of ['DATABASE_URL', 'DATABASE_DIRECT_URL', 'SECRET_KEY', 'STORAGE_SECRET_KEY']) {
      const [line = ''] = errorsOf({ [name]: 'hunter2\n' })
      assert.ok(line.startsWith(`${name} is (a secret, not shown)`) && !line.includes('hunter2'))
    }
  })

  const wrong: readonly (readonly [string, readonly string[]])[] = [
    ['PORT', ['-1', '65536', '80.5', '1e3', ' 80', '0x50']],
    [
      'PUBLIC_URL',
      [
        'market.example',
        'ftp://market.example',
        'https://a?b',
        'https://a?',
        'https://a#b',
        'https://a b',
        ' https://a',
        'https://',
      ],
    ],
    ['API_URL', ['https://market.example', 'https://market.example/v1/', 'https://market.example/v2']],
    ['DATABASE_URL', ['mysql://a/b', 'localhost', 'postgres:/a']],
    [
      'STORAGE_URL',
      [
        'Disk',
        's3',
        's3://',
        's3://Bucket',
        's3://a',
        's3://key:secret@bucket',
        's3://bucket:9000',
        's3://bucket#part',
        's3://bucket/a//b',
        's3://bucket/a b',
        's3://bucket?endpoint=store.example',
        's3://bucket?endpoint=ftp://store.example',
        's3://bucket?endpoint=https://store.example/path',
        's3://bucket?endpoint=https://key:secret@store.example',
        's3://bucket?region=Mars!',
        's3://bucket?region=a&region=b',
        's3://bucket?acl=public',
        'https://bucket.store.example',
        `s3://bucket${'/a'.repeat(9)}`,
      ],
    ],
    ['DATABASE_PREPARED', ['true', 'ON', '1']],
    ['CURRENCY', ['usd', 'US', 'USDT', '$']],
    ['FEE_PERCENT', ['-1', '100.01', '10.123', '10%', 'ten', '.5']],
    ['MODERATION', ['Auto', 'off']],
    ['RESERVATION_SECONDS', ['0', '604801', '1.5', 'hour']],
    ['ACTIVE_RESERVATIONS_MAX', ['0', '1001']],
    ['AGE_FLOOR', ['-1', '121']],
    ['WEBHOOK_RETRY_SECONDS', ['0,', 'soon', '0;5', '-1', '0,1.5', '0,31536001', Array(21).fill('0').join(',')]],
    ['WEBHOOK_ALLOW_PRIVATE', ['yes', 'TRUE', '1', 'on']],
    ['SECRET_KEY', ['x'.repeat(31), 'x'.repeat(513)]],
    ['LOG_LEVEL', ['INFO', 'verbose']],
    ['CLOCK_OFFSET_MS', ['1e12', 'soon']],
  ]
  for (const [name, values] of wrong)
    test(`${name}: ${values.length} wrong values`, () => {
      for (const value of values) assert.equal(errorsOf({ [name]: value }).length, 1, value)
    })
})

describe('the locations of files', () => {
  const store = 's3://files/market/7?endpoint=https://store.example:9000/&region=eu-1'
  test('are the disk, or a bucket with a prefix, at an endpoint or at Amazon', () => {
    assert.deepEqual([readConfig({}).storageUrl, readConfig({}).storageAlsoUrl], [{ kind: 'Disk' }, undefined])
    assert.deepEqual(readConfig({ STORAGE_URL: store }).storageUrl, {
      kind: 'S3',
      bucket: 'files',
      prefix: 'market/7/',
      endpoint: 'https://store.example:9000',
      region: 'eu-1',
    })
    assert.deepEqual(readConfig({ STORAGE_URL: 's3://files/' }).storageUrl, {
      kind: 'S3',
      bucket: 'files',
      prefix: '',
      endpoint: undefined,
      region: 'us-east-1',
    })
  })
  test('must differ if there are two', () => {
    assert.match(errorsOf({ STORAGE_ALSO_URL: 'disk' }).join(), /^STORAGE_ALSO_URL is the same place/)
    assert.match(
      errorsOf({ STORAGE_URL: store, STORAGE_ALSO_URL: store }).join(),
      /^STORAGE_ALSO_URL is the same place/,
    )
    assert.deepEqual(errorsOf({ STORAGE_URL: store, STORAGE_ALSO_URL: 'disk' }), [])
    assert.deepEqual(errorsOf({ STORAGE_ALSO_URL: store }), [])
  })
  test('require both key id and secret, or neither', () => {
    for (const name of ['STORAGE_KEY_ID', 'STORAGE_SECRET_KEY'])
      assert.match(errorsOf({ [name]: 'one' }).join(), /^STORAGE_KEY_ID and STORAGE_SECRET_KEY must be set together/)
    assert.deepEqual(errorsOf({ STORAGE_KEY_ID: 'one', STORAGE_SECRET_KEY: 'two' }), [])
  })
})

test('a fee is converted to basis points without binary rounding errors', () => {
  const fee = (percent: string) => readConfig({ FEE_PERCENT: percent }).feeBasisPoints
  assert.deepEqual(
    ['0', '0.07', '0.29', '10', '33.33', '100', '100.00'].map(fee),
    [0, 7, 29, 1000, 3333, 10_000, 10_000],
  )
})

describe('the list of settings', () => {
  test('has every name once, with a valid default', () => {
    assert.equal(new Set(settings.map(({ name }) => name)).size, settings.length)
    assert.equal(new Set(settings.map(({ member }) => member)).size, settings.length)
    for (const setting of settings)
      if (setting.default !== undefined) assert.notEqual(setting.parse(setting.default), undefined, setting.name)
  })
  test('covers every member of the configuration', () => {
    const { publicUrl: _, apiUrl: __, livemode: ___, ...rest } = readConfig({})
    assert.deepEqual(
      Object.keys(rest).sort(),
      settings
        .map(({ member }) => member)
        .filter((each) => !/^(?:public|api)Url$/.test(each))
        .sort(),
    )
  })
  test('is documented with meaning and valid values', () => {
    for (const { name, expected, about } of settings) {
      assert.ok(envExample().includes(`#${name}=`), name)
      assert.ok(about.endsWith('.') && envExample().includes(expected), name)
    }
  })
})

test('the environment overrides .env', () => {
  const folder = mkdtempSync(join(tmpdir(), 'config-'))
  try {
    writeFileSync(join(folder, '.env'), 'CURRENCY=EUR\nPATH=/nowhere\n# a comment\nMODERATION="auto"\n')
    const { CURRENCY, MODERATION, PATH } = environment(folder)
    assert.deepEqual([CURRENCY, MODERATION], ['EUR', 'auto'])
    assert.notEqual(PATH, '/nowhere')
    assert.equal(environment(join(folder, 'none'))['MODERATION'], process.env['MODERATION'])
  } finally {
    rmSync(folder, { recursive: true })
  }
})

const key = 'a secret key of this test, 32 characters'

test('only the same key unseals a text, and sealing it twice gives different bytes', () => {
  const text = 'whsec_AQIDBA== и текст'
  const sealed = seal(key, text)
  assert.equal(unseal(key, sealed), text)
  assert.notDeepEqual(seal(key, text), sealed)
  assert.equal(sealed.includes('whsec'), false)
  assert.throws(() => unseal(`${key}!`, sealed))
})

test('a change of any byte is detected', () => {
  const sealed = seal(key, 'paid')
  for (let index = 0; index < sealed.length; index++) {
    const changed = Buffer.from(sealed)
    changed[index] = (changed[index] ?? 0) ^ 1
    assert.throws(() => unseal(key, changed), `byte ${index}`)
  }
})

const folder = await mkdtemp(join(tmpdir(), 'market-key-'))
after(() => rm(folder, { recursive: true }))
const path = secretKeyPath(folder)

test('a key is made once; one that the database refused is removed again', async () => {
  const made = await secretKeyIn(folder, undefined)
  assert.equal(await secretKeyIn(folder, undefined), made)
  await forgetSecretKey(folder, 'another key')
  assert.equal((await readFile(path, 'utf8')).trim(), made)
  await forgetSecretKey(folder, made)
  await assert.rejects(readFile(path), /ENOENT/)
})

test('an empty file of the key, and a DATA_DIR that is a file, are refused with what to do', async () => {
  await writeFile(path, ' \n')
  await assert.rejects(secretKeyIn(folder, undefined), /secret-key is empty\. Put the secret key .* back/)
  for (const place of [path, join(path, 'below')])
    await assert.rejects(
      makeDataDir(place),
      /^Error: DATA_DIR is .*, which is a file or lies in one\. Set DATA_DIR to a folder\.$/,
    )
})
