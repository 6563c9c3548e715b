import { readFile } from 'node:fs/promises'
import type { Command } from 'commander'
import { applyCatalog, exportCatalog } from '../catalog/actions.ts'
import { openInstallation } from './installation.ts'
import { command, once, print } from './program.ts'

type Json = { readonly json?: boolean }

export function catalogCommands(program: Command): void {
  const catalog = program.command('catalog').description('the types of work that can be ordered').exitOverride()
  command(catalog, 'apply <file>', 'replace the catalog by a document').action(async (file: string, { json }: Json) => {
    const document = await readDocument(file)
    await once(json, (ctx) => applyCatalog(ctx, document))
  })
  command(catalog, 'export', 'print the catalog as one JSON document').action(async ({ json }: Json) => {
    const { ctx, close } = await openInstallation()
    try {
      print(JSON.stringify(await exportCatalog(ctx), null, json ? undefined : 2))
    } finally {
      await close()
    }
  })
}

/** Reads the operator's file, which may be larger than a request body. It is validated when it is applied. */
async function readDocument(file: string): Promise<unknown> {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(await readFile(file)))
  } catch (cause) {
    const why = cause instanceof Error ? cause.message.replace(/\s+/g, ' ') : String(cause)
    throw new Error(`${file} cannot be read as a catalog: ${why}`, { cause })
  }
}
