import { isRecord, type Schema, type Values } from './schema.ts'

/** Splits details into those that executors see, and those that only serve the advertiser's checks. */
export function splitSecret(details: Values, schema: unknown): { readonly shown: Values; readonly secret: Values } {
  const properties = isRecord(schema) && isRecord(schema.properties) ? schema.properties : {}
  const isSecret = ([name]: [string, unknown]) => (properties[name] as Schema | undefined)?.writeOnly === true
  const entries = Object.entries(details)
  return {
    shown: Object.fromEntries(entries.filter((entry) => !isSecret(entry))),
    secret: Object.fromEntries(entries.filter(isSecret)),
  }
}
