import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { forgetSecretKey, makeDataDir, seal, secretKeyIn, secretKeyPath, unseal } from './secret.ts'

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
