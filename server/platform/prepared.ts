import type { Sql } from './sql.ts'

/** Prepared on each connection, which never forgets one: the rest goes unprepared. */
const statementsMax = 500
/** Filters of lists make thousands of texts: those that come again are prepared, as long as there are not so many statements. */
const variedMax = 350
/** Texts that came once, so many of them. */
const onceMax = 1_000

/** Says whether a statement that is not known yet is one to prepare. */
export function chooser(known: { readonly size: number }) {
  const once = new Set<string>()
  return (piece: Sql, text: string): boolean => {
    if (piece.isSingle) return false
    if (!piece.isVaried) return known.size < statementsMax
    if (known.size >= variedMax) return false
    if (once.delete(text)) return true
    if (once.size === onceMax) once.clear()
    once.add(text)
    return false
  }
}
