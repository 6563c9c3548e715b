import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { test } from 'node:test'
import { alone } from '../../driver/test-groups.ts'

test('every pattern for test files that run alone matches a file', () => {
  const files = globSync('{server,test}/**/*.test.ts').map((file) => `/${file}`)
  const unused = alone.filter((pattern) => !files.some((file) => pattern.test(file)))
  assert.deepEqual(unused, [])
})
