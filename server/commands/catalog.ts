import { readFile } from 'node:fs/promises'
import type { Command } from 'commander'
import { applyCatalog, exportCatalog } from '../catalog/actions.ts'
import { command, commandGroup, type Json, printResult, withInstallation } from './program.ts'
import { print } from './terminal.ts'

export function catalogCommands(program: Command): void {
  const catalog = commandGroup(program, 'catalog', 'the types of work that can be ordered')
  command(catalog, 'apply <file>', 'replace the catalog by a document').action(async (file: string, { json }: Json) => {
    const document = await readDocument(file)
    printResult(await withInstallation((ctx) => applyCatalog(ctx, document)), json)
  })
  command(catalog, 'export', 'print the catalog as one JSON document').action(async ({ json }: Json) =>
    print(JSON.stringify(await withInstallation(exportCatalog), null, json ? undefined : 2)),
  )
}

/** Reads the operator's file, which may be larger than a request body. It is validated when it is applied. */
async function readDocument(file: string): Promise<unknown> {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(await readFile(file)))
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message.replace(/\s+/g, ' ') : String(cause)
    throw new Error(`${file} cannot be read as a catalog: ${reason}`, { cause })
  }
}
