import { open } from 'node:fs/promises'

/** Readers accept up to this many bytes before the header (ISO 32000, annex H of Adobe's implementation notes). */
const headerWithin = 1024
const header = '%PDF-'

/** Whether a PDF header begins within the first kilobyte of the file. Markup before it is refused: such a file is a web page too. */
export async function hasPdfHeader(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headerWithin + header.length), 0)
    const at = buffer.subarray(0, bytesRead).indexOf(header)
    return at >= 0 && !buffer.subarray(0, at).includes('<')
  } finally {
    await file.close()
  }
}
