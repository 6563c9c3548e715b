import { readFile } from 'node:fs/promises'
import type { Command } from 'commander'
import { applyCatalog, exportCatalog } from '../catalog/actions.ts'
import { readJson } from '../platform/json.ts'
import { openInstallation } from './open.ts'
import { command, once } from './program.ts'

type Json = { readonly json?: boolean }

export function catalogCommands(program: Command): void {
  const catalog = program.command('catalog').description('what can be ordered').exitOverride()
  command(catalog, 'apply <file>', 'make the catalog what the document says').action(
    async (file: string, { json }: Json) => {
      const document = readJson(await readFile(file))
      await once(json, (ctx) => applyCatalog(ctx, document))
    },
  )
  command(catalog, 'export', 'print the catalog as one JSON document').action(async ({ json }: Json) => {
    const { ctx, close } = await openInstallation()
    try {
      console.log(JSON.stringify(await exportCatalog(ctx), null, json ? undefined : 2))
    } finally {
      await close()
    }
  })
}
