import { decodeText, type OtherEncoding } from '../../../cli/src/input/encoding.ts'

/** A bank statement as it was chosen, or the likely encoding of a file that is no UTF-8. */
export type StatementFile =
  | {
      readonly isText: true
      readonly name: string
      readonly body: { readonly camt: string } | { readonly csv: string }
    }
  | { readonly isText: false; readonly encoding: OtherEncoding }

const declaration = /^\s*<\?xml[^>]*\sencoding=["']([A-Za-z][\w.:-]*)["']/
const headBytes = 200

/** Returns the encoding that XML declares, or that its byte order mark tells; undefined for other files. */
function encodingOf(bytes: Uint8Array): string | undefined {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, headBytes))
  return declaration.exec(head.replace(/^ï»¿/, ''))?.[1]
}

/** Decodes XML by its declaration; undefined if it is none, or does not have the encoding that it declares. */
function decodeXml(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder(encodingOf(bytes) ?? 'utf-8', { fatal: true }).decode(bytes)
    return text.trimStart().startsWith('<') ? text : undefined
  } catch {
    return undefined
  }
}

/** Reads a chosen file: XML in the encoding that it declares, CSV in UTF-8. */
export async function readStatementFile(file: File): Promise<StatementFile> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const camt = decodeXml(bytes)
  if (camt !== undefined) return { isText: true, name: file.name, body: { camt } }
  const decoded = decodeText(bytes)
  return decoded.isText ? { isText: true, name: file.name, body: { csv: decoded.text } } : decoded
}
