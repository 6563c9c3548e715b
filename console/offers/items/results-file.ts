import { spreadsheetQuery } from '../../ui/save-file.ts'
import { inWorkspace } from '../../workspace.ts'

const fileOf = (offer: number, query: Readonly<Record<string, string>>): string =>
  inWorkspace(`/console/api/v1/tasks/${offer}/results/export?${new URLSearchParams(query)}`)

/** Returns the address of a CSV file with one item, or one answer, in each line. */
export const resultsCsv = (offer: number, lines: 'Items' | 'Answers', locale: string): string =>
  fileOf(offer, { format: 'csv', lines, bom: 'true', ...spreadsheetQuery(locale) })

/** Returns the address of a file with one item in each line, as JSON. */
export const resultsJson = (offer: number): string => fileOf(offer, { format: 'jsonl' })
