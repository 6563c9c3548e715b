import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { mustBeReturnLink, signedAddress } from './study.ts'

const page = readFileSync(join(import.meta.dirname, '../../../docs/api/studies.md'), 'utf8')
const codeIn = (language: string): string =>
  new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``).exec(page)?.[1] ?? assert.fail(language)

const secret = 'c6bb1f3d0a7e4492a5d80e6f1b27c39408da5e61f7b3924c8e0d17a6f5b2c983'
const reservation = '9001'
/** A far date: the receivers compare with the clock of their own machine. */
const expiresAt = new Date('2100-01-01T00:00:00Z')
const address = signedAddress('https://study.example/?a=1#top', { executor: 'ex_1', reservation, expiresAt }, secret)
const query = Object.fromEntries(new URL(address).searchParams)
const queries = JSON.stringify([
  query,
  { ...query, tm_reservation: '9002' },
  { ...query, tm_signature: 'f'.repeat(64) },
  { ...query, tm_signature: 'é' },
  { ...query, tm_signature: 'é'.repeat(64) },
])
const pastQuery = Object.fromEntries(
  new URL(signedAddress('https://study.example/', { executor: 'ex_1', reservation, expiresAt: new Date(0) }, secret))
    .searchParams,
)

/** Asserts what a receiver prints: whether it takes the queries, whether it takes one that has expired, and a return link. */
function mustWork(printed: string): void {
  const [taken, expired, link] = JSON.parse(printed)
  assert.deepEqual([taken, expired], [[true, false, false, false, false], false])
  const [, found, action, signature] = /^https:\/\/market\.example\/return\/(\w+)\/([\w-]+)\/(\w+)$/.exec(link) ?? []
  assert.deepEqual([found, action], [reservation, 'complete'])
  mustBeReturnLink(secret, reservation, { action: 'complete', signature: signature ?? '' })
}

describe('the receivers of docs/api/studies.md', () => {
  test('work in JavaScript', () => {
    const program = `${codeIn('js')}
      const [secret, queries, past] = process.argv.slice(-3)
      const link = returnLink('https://market.example', secret, '${reservation}', 'complete')
      console.log(JSON.stringify([JSON.parse(queries).map((q) => isOurs(secret, q)), isOurs(secret, JSON.parse(past)), link]))`
    const args = ['--input-type=module', '-e', program, '--', secret, queries, JSON.stringify(pastQuery)]
    mustWork(execFileSync(process.execPath, args, { encoding: 'utf8' }))
  })

  test('work in Python, where it is installed', (t: TestContext) => {
    if (spawnSync('python3', ['--version']).status !== 0) return t.skip('python3 is not installed')
    const program = `${codeIn('python')}
import json, sys
secret, queries, past = sys.argv[1:]
print(json.dumps([[is_ours(secret, q) for q in json.loads(queries)], is_ours(secret, json.loads(past)),
    return_link("https://market.example", secret, "${reservation}", "complete")]))`
    mustWork(execFileSync('python3', ['-c', program, secret, queries, JSON.stringify(pastQuery)], { encoding: 'utf8' }))
  })

  test('work in PHP, where it is installed', (t: TestContext) => {
    if (spawnSync('php', ['--version']).status !== 0) return t.skip('php is not installed')
    const program = `${codeIn('php')}
      [, $secret, $queries, $past] = $argv;
      echo json_encode([array_map(fn ($q) => is_ours($secret, $q), json_decode($queries, true)), is_ours($secret, json_decode($past, true)),
        return_link('https://market.example', $secret, '${reservation}', 'complete')]);`
    mustWork(
      execFileSync('php', ['-r', program, '--', secret, queries, JSON.stringify(pastQuery)], { encoding: 'utf8' }),
    )
  })
})
