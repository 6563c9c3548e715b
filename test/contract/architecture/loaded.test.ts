import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'

/** Large libraries that most processes never need, each of which is loaded by the first request or job that needs it. */
const onFirstUse = [
  '@aws-sdk',
  '@modelcontextprotocol',
  '@opentelemetry',
  'better-auth',
  'fontkit',
  'ioredis',
  'nodemailer',
  'pdfkit',
  'prom-client',
  'sharp',
  'stripe',
  'undici',
]

/** Prints the packages that the API loads, and `fetch` if it loads Node's own fetch library. */
const script = `
  const packages = new Set()
  require('node:module').registerHooks({
    load(url, context, next) {
      const [, name] = /node_modules\\/((?:@[^/]+|[^/]+))/.exec(url) ?? []
      if (name) packages.add(name)
      return next(url, context)
    },
  })
  import(${JSON.stringify(pathToFileURL('server/api.ts').href)}).then(() => {
    if (process.moduleLoadList.some((name) => name.includes('undici'))) packages.add('fetch')
    console.log([...packages].join(' '))
  })`

test('large libraries are loaded on first use', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', script])
  const loaded = stdout.trim().split(' ')
  assert.ok(loaded.includes('fastify'), stdout)
  const shown = loaded.filter((name) => name === 'fetch' || onFirstUse.includes(name))
  assert.deepEqual(shown, [])
})
