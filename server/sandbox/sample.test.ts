import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { detailsRules } from '../catalog/details.ts'
import { sampleOf } from './sample.ts'

type Price = { readonly code: string; readonly executionDetailsSchema: object; readonly offerDetailsSchema: object }
const catalog = JSON.parse(readFileSync(join(import.meta.dirname, '../catalog/default/catalog.json'), 'utf8'))

for (const { code, executionDetailsSchema, offerDetailsSchema } of catalog.prices as Price[])
  test(`a sample of ${code} matches its schemas`, () => {
    for (const schema of [executionDetailsSchema, offerDetailsSchema] as Readonly<Record<string, unknown>>[])
      assert.deepEqual(detailsRules(schema, 'strict')(sampleOf(schema, 'A sentence of the sample.')), [])
  })

test('a sample follows definitions, alternatives, limits and fixed values', () => {
  const schema = {
    type: 'object',
    $defs: { code: { type: 'string', minLength: 6, maxLength: 6 } },
    properties: {
      code: { $ref: '#/$defs/code' },
      kind: { const: 'a' },
      choice: { enum: ['x', 'y'] },
      either: { oneOf: [{ type: 'integer', minimum: 7 }, { type: 'string' }] },
      many: { type: 'array', minItems: 2, items: { type: 'boolean' } },
      above: { type: 'number', exclusiveMinimum: 3 },
      nothing: { type: 'null' },
      shown: { type: 'string', examples: ['as shown'] },
    },
  }
  assert.deepEqual(sampleOf(schema, 'asdf'), {
    code: 'asdf..',
    kind: 'a',
    choice: 'x',
    either: 7,
    many: [true, true],
    above: 4,
    nothing: null,
    shown: 'as shown',
  })
})
