import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.dirname, '../../../docs/operate/files/patroni')

/** Values for each `@NAME@` in the files of docs/operate/files/patroni. */
export type Blanks = Readonly<Record<string, string>>

/** Returns a file of the operator documentation with its placeholders filled in, so the tests use the published files. */
export function filled(name: string, blanks: Blanks): string {
  return readFileSync(join(folder, name), 'utf8').replace(/@([A-Z0-9_]+)@/g, (_, blank: string) => {
    const value = blanks[blank]
    if (value === undefined) throw new Error(`nobody says what @${blank}@ in ${name} is`)
    return value
  })
}
