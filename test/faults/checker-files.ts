import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Evidence, Findings, Row } from './evidence.ts'

/** How long a file without a proof may exist before the sweep, in milliseconds. */
const youngMsMax = 24 * 3_600_000

/** Checks that each proof has its file, byte for byte, and that no file is without a proof. */
export async function checkFiles({ acknowledged, uploads }: Evidence, rows: readonly Row[]): Promise<Findings> {
  const folder = join(uploads, 'proofs')
  const files = new Set(
    acknowledged.proofs.size === 0 ? [] : readdirSync(folder, { recursive: true, encoding: 'utf8' }),
  )
  const named = new Set([...acknowledged.proofs.keys()].map(nameOf))
  const lost = [...acknowledged.proofs].filter(([url, { text }]) => contentOf(join(folder, nameOf(url))) !== text)
  const orphans = [...files].filter((name) => !named.has(name))
  const isOld = (name: string) =>
    performance.timeOrigin + performance.now() - statSync(join(folder, name)).mtimeMs > youngMsMax
  return {
    wrong: [
      ...lost.map(([url]) => `the file of a proof is not there, or another: ${url}`),
      ...orphans.filter(isOld).map((name) => `a file belongs to no proof: ${name}`),
      ...(rows.length === acknowledged.proofs.size
        ? []
        : [`${rows.length} proofs are kept, and ${acknowledged.proofs.size} were acknowledged`]),
    ],
    notes: orphans.length === 0 ? [] : [`${orphans.length} young files belong to no proof: ${orphans.slice(0, 3)}`],
  }
}

const nameOf = (url: string): string => url.split('/').at(-1) ?? ''

function contentOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
