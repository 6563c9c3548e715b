import { pino } from 'pino'
import { createApi } from '../../api.ts'
import { readConfig } from '../../platform/config/config.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import { openDatabase } from '../../platform/database/db.ts'

/** Generates the OpenAPI documents with default settings. Mounts the routes without serving them, and needs no database. */
export async function contractDocuments(): Promise<{ readonly a: string; readonly b: string }> {
  const db = openDatabase({ url: 'postgresql://nobody@127.0.0.1:1/nothing', connectionsMax: 1 })
  const surroundings = { db, config: readConfig({}), secretKey: '', storage: {} as Ctx['storage'] }
  const api = createApi({ ...surroundings, logger: pino({ level: 'silent' }) })
  try {
    await api.ready()
    return { a: written(api.contract.a()), b: written(api.contract.b()) }
  } finally {
    await api.close()
    await db.close()
  }
}

const written = (document: object): string => `${JSON.stringify(document, null, 2)}\n`
