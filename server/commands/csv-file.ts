import { readFile } from 'node:fs/promises'
import { decodeText } from '../../cli/src/input/encoding.ts'

/** Returns the text of a file in UTF-8. Throws for other encodings, and names the likely one. */
export async function readCsvFile(file: string): Promise<string> {
  const decoded = decodeText(await readFile(file))
  if (decoded.isText) return decoded.text
  throw new Error(`${file} is not in UTF-8, but probably in ${decoded.encoding}. Save it as CSV in UTF-8.`)
}
