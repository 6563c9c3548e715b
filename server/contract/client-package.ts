import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Api } from '../platform/http/api.ts'
import { NotFound } from '../values/problems/problem.ts'

const folder = join(import.meta.dirname, '../../sdk')
const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }
const name = `task-marketplace-sdk-${version}.tgz`

/** Where this marketplace offers its client: no registry has the package. */
export const clientPackagePath = `/sdk/${name}`

type Packed = { readonly content: Buffer; readonly tag: string }
let packed: Promise<Packed> | undefined

/** Reads the file that setup.sh made, once. Throws NotFound if there is none; then the next request looks again. */
function packedClient(): Promise<Packed> {
  packed ??= readFile(join(folder, 'packed', name)).then((content) => ({
    content,
    tag: `"${createHash('sha256').update(content).digest('base64url').slice(0, 27)}"`,
  }))
  return packed.catch((error: NodeJS.ErrnoException) => {
    packed = undefined
    throw error.code === 'ENOENT' ? NotFound({}) : error
  })
}

/** Public without a credential, so that `npm install` can fetch it. */
export function clientPackageRoute(api: Api): void {
  api.get(clientPackagePath, { schema: { hide: true } }, async ({ headers }, reply) => {
    const { content, tag } = await packedClient()
    reply.headers({
      'Content-Type': 'application/gzip',
      'Content-Disposition': `attachment; filename="${name}"`,
      'Access-Control-Allow-Origin': '*',
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'no-cache',
      ETag: tag,
    })
    return headers['if-none-match'] === tag ? reply.code(304).send() : reply.send(content)
  })
}
