import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type FieldError, Problem, ValidationError } from '../../values/problems/problem.ts'
import { cleanFileName } from '../file-name.ts'
import type { Fingerprint } from '../fingerprint.ts'
import { type PictureOwner, redraw } from '../images/actions.ts'
import {
  brokenForm,
  claimedExtension,
  type Extension,
  FileTooLarge,
  fileBytesMax,
  fileError,
  filesMax,
  mediaTypes,
  noFiles,
  StorageUnavailable,
  TooManyFiles,
  UnsupportedFileType,
} from '../proof.ts'

export type Part =
  | { readonly type: 'field' }
  | {
      readonly type: 'file'
      readonly fieldname: string
      readonly filename: string
      readonly mimetype: string
      readonly file: Readable
    }
export type FilePart = Extract<Part, { type: 'file' }>

export type ReceivedFile = {
  readonly path: string
  readonly position: number
  readonly fileName: string
  readonly extension: Extension
  readonly size: number
  readonly sha256: string
}

const fieldNameLengthMax = 100

/** Turns errors that are no problems into StorageUnavailable, which clients may retry; the log gets the cause. */
export const inStorage = <T>(writing: Promise<T>): Promise<T> =>
  writing.catch((error: unknown) => {
    throw error instanceof Problem ? error : Object.assign(StorageUnavailable({}), { cause: error })
  })

/** Writes the files of a form into the folder as they arrive. Throws for the first invalid one, which refuses the whole form. */
export async function receiveFiles(form: AsyncIterable<Part>, folder: string): Promise<ReceivedFile[]> {
  const received: ReceivedFile[] = []
  for await (const part of form) {
    if (part.type === 'file') received.push(await receiveFile(part, received.length, folder))
  }
  if (received.length === 0) throw noFiles()
  return received
}

async function receiveFile(part: FilePart, position: number, folder: string): Promise<ReceivedFile> {
  if (part.fieldname !== 'files') throw wrongField(part.fieldname)
  if (position === filesMax) throw TooManyFiles([], `Send at most ${filesMax} files at once.`)
  const fileName = cleanFileName(part.filename ?? '')
  const wrong = (code: string, detail: string) => fileError(position, fileName, code, detail)
  const extension = claimedExtension(fileName, part.mimetype)
  if (!extension) throw UnsupportedFileType([wrong('claimed_type', claimedTypeRule(part.mimetype))])
  const path = join(folder, `${position}-received`)
  const { size, sha256 } = await write(part.file, path, wrong)
  if (size === 0) throw UnsupportedFileType([wrong('empty', 'is empty.')])
  if (!(await isA(extension, path))) throw UnsupportedFileType([wrong('content', `holds no ${mediaTypes[extension]}.`)])
  return { path, position, fileName, extension, size, sha256 }
}

function wrongField(given: string | undefined): Problem {
  const field = (given ?? '').slice(0, fieldNameLengthMax)
  return ValidationError([{ field, code: 'unknown_field', detail: 'takes no files; send them in the field "files".' }])
}

const claimedTypeRule = (declared: string): string =>
  `was sent as ${declared.slice(0, fieldNameLengthMax)}; only .jpg, .jpeg, .png, .webp and .pdf with their own media type are taken.`

/** Measures the file while writing it, and stops at the first byte over the limit. */
async function write(file: Readable, path: string, wrong: (code: string, detail: string) => FieldError) {
  const hash = createHash('sha256')
  let size = 0
  async function* measured() {
    try {
      for await (const chunk of file as AsyncIterable<Buffer>) {
        size += chunk.length
        if (size > fileBytesMax) throw FileTooLarge([wrong('max_size', `has more than ${fileBytesMax} bytes.`)])
        hash.update(chunk)
        yield chunk
      }
    } catch (error) {
      throw error instanceof Problem ? error : brokenForm('a file ends early')
    }
  }
  await inStorage(pipeline(measured(), createWriteStream(path, { mode: 0o600 })))
  return { size, sha256: hash.digest('hex') }
}

async function isA(extension: Extension, path: string): Promise<boolean> {
  const { fileTypeFromFile } = await import('file-type')
  const found = await inStorage(fileTypeFromFile(path))
  return found?.mime === mediaTypes[extension]
}

/** A file to store. A document has neither thumbnail nor fingerprint. */
export type FinishedFile = {
  readonly path: string
  /** Its path. */
  readonly thumbnail: string | undefined
  readonly fingerprint: Fingerprint | undefined
}

/** Redraws a picture; leaves a document as it is. */
export async function finishFile(file: ReceivedFile, drawer: PictureOwner): Promise<FinishedFile> {
  const { path, extension, position, fileName } = file
  if (extension === 'pdf') return { path, thumbnail: undefined, fingerprint: undefined }
  const finished = `${path}.drawn`
  const drawn = await inStorage(redraw(path, finished, extension, drawer))
  if ('why' in drawn) throw UnsupportedFileType([fileError(position, fileName, 'content', drawn.why)])
  return { path: finished, ...drawn }
}
