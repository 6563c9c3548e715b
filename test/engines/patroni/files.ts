import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.dirname, '../../../docs/operate/files/patroni')

/** What an operator fills in: each `@NAME@` of the files of docs/operate/files/patroni. */
export type Blanks = Readonly<Record<string, string>>

/** The file that an operator is given, with its blanks filled in: what is tested here is what is handed out. */
export function filled(name: string, blanks: Blanks): string {
  return readFileSync(join(folder, name), 'utf8').replace(/@([A-Z0-9_]+)@/g, (_, blank: string) => {
    const value = blanks[blank]
    if (value === undefined) throw new Error(`nobody says what @${blank}@ in ${name} is`)
    return value
  })
}
