import { csvRecords, separatorOf } from '../../server/values/csv/records.ts'

/** The cells of each record of a CSV text. */
export async function cellsOf(text: string): Promise<readonly (readonly string[])[]> {
  const { separator, body } = separatorOf(text)
  const records: (readonly string[])[] = []
  for await (const { cells } of csvRecords(body, separator)) records.push(cells)
  return records
}
