import { readJson } from '../../platform/http/json.ts'
import { needsGold } from '../../values/gold/gold.ts'
import { Problem } from '../../values/problems/problem.ts'
import { mustBeType } from '../../values/sentences.ts'
import type { GoldRules } from '../gold.ts'
import { dataErrors, type JsonObject } from '../item.ts'
import { fault, isName, type LineError, sentences } from './import.ts'
import { isBlank, type LineReader, type ReadItem } from './reader.ts'

/** Reads JSON lines, each an item as `POST /v1/tasks/{id}/items` takes it, by the same rules. */
export const jsonlReader = ({ gold }: Pick<GoldRules, 'gold'>): LineReader => ({
  read: ({ number, bytes }) => {
    if (!bytes) return fault(number, 'line', 'max_length', sentences.tooLong)
    if (isBlank(bytes)) return undefined
    const value = parsed(number, bytes)
    return 'fault' in value ? value.fault : itemOf(number, value.json, gold !== null)
  },
  end: () => undefined,
})

function parsed(line: number, bytes: Buffer): { readonly fault: LineError } | { readonly json: unknown } {
  try {
    return { json: readJson(bytes) }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const [first] = error.errors
    return {
      fault: first
        ? fault(line, first.field, first.code, first.detail)
        : fault(line, 'line', error.type.code, { en: error.detail, ru: sentences.notJson.ru }),
    }
  }
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function itemOf(line: number, json: unknown, hasGold: boolean): ReadItem | LineError {
  if (!isObject(json)) return fault(line, 'line', 'type', sentences.members)
  const { externalId = null, data, goldAnswer = null, ...others } = json
  if (goldAnswer !== null && !(hasGold && isObject(goldAnswer)))
    return fault(line, 'goldAnswer', 'not_possible', hasGold ? mustBeType(['object']) : needsGold)
  if (!isObject(data) || Object.keys(others).length > 0) return fault(line, 'line', 'members', sentences.members)
  if (externalId !== null && !isExternalId(externalId)) return fault(line, 'externalId', 'length', sentences.externalId)
  const [error] = dataErrors(data, 'data')
  return error ? fault(line, error.field, error.code, error.detail) : { line, externalId, data, goldAnswer }
}

const isExternalId = (value: unknown): value is string => typeof value === 'string' && isName(value)
