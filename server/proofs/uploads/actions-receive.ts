import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { inStorage } from '../../platform/storage/unavailable.ts'
import { type FieldError, Problem, ValidationError } from '../../values/problems/problem.ts'
import type { Sentence } from '../../values/sentences.ts'
import { readDocument } from '../documents/actions.ts'
import { hasPdfHeader } from '../documents/actions-header.ts'
import { cleanFileName } from '../file-name.ts'
import type { Fingerprint } from '../fingerprint.ts'
import { type PictureOwner, redraw } from '../images/actions.ts'
import { wrongTypeOf } from '../images/wrong-type.ts'
import {
  brokenForm,
  claimedExtension,
  type Extension,
  endingOf,
  FileTooLarge,
  fileBytesMax,
  fileError,
  filesMax,
  mediaTypes,
  noFiles,
  type StoredFile,
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
  const wrong = (code: string, detail: Sentence) => fileError(position, fileName, code, detail)
  const extension = claimedExtension(fileName, part.mimetype)
  if (!extension) throw UnsupportedFileType([wrong('claimed_type', claimedTypeRule(part.mimetype, endingOf(fileName)))])
  const path = join(folder, `${position}-received`)
  const { size, sha256 } = await write(part.file, path, wrong)
  if (size === 0) throw UnsupportedFileType([wrong('empty', { en: 'is empty.', ru: 'это пустой файл.' })])
  const found = await contentType(extension, path)
  if (found !== mediaTypes[extension])
    throw UnsupportedFileType([wrong('content', wrongTypeOf(extension, endingOf(fileName), found))])
  return { path, position, fileName, extension, size, sha256 }
}

function wrongField(given: string | undefined): Problem {
  const field = (given ?? '').slice(0, fieldNameLengthMax)
  return ValidationError([
    {
      field,
      code: 'unknown_field',
      detail: {
        en: 'takes no files; send them in the field "files".',
        ru: 'не принимает файлы; отправьте их в поле "files".',
      },
    },
  ])
}

const claimedTypeRule = (declared: string, ending: string): Sentence =>
  /^hei[cf]$/.test(ending)
    ? wrongTypeOf(undefined, ending, 'image/heic')
    : {
        en: `was sent as ${declared.slice(0, fieldNameLengthMax)}; only .jpg, .jpeg, .png, .webp and .pdf with their own media type are taken.`,
        ru: `отправлен как ${declared.slice(0, fieldNameLengthMax)}; принимаются только .jpg, .jpeg, .png, .webp и .pdf со своим типом.`,
      }

/** Measures the file while writing it, and stops at the first byte over the limit. */
async function write(file: Readable, path: string, wrong: (code: string, detail: Sentence) => FieldError) {
  const hash = createHash('sha256')
  let size = 0
  async function* measured() {
    try {
      for await (const chunk of file as AsyncIterable<Buffer>) {
        size += chunk.length
        if (size > fileBytesMax)
          throw FileTooLarge([
            wrong('max_size', { en: `has more than ${fileBytesMax} bytes.`, ru: `имеет больше ${fileBytesMax} байт.` }),
          ])
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

/** Returns the media type of the content; of a document also if bytes precede its header. */
async function contentType(extension: Extension, path: string): Promise<string | undefined> {
  if (extension === 'pdf' && (await inStorage(hasPdfHeader(path)))) return mediaTypes.pdf
  const { fileTypeFromFile } = await import('file-type')
  return (await inStorage(fileTypeFromFile(path)))?.mime
}

/** A file to store. A document has neither thumbnail nor fingerprint. */
export type FinishedFile = StoredFile & {
  readonly path: string
  /** Its path. */
  readonly thumbnail: string | undefined
  readonly fingerprint: Fingerprint | undefined
  /** Whether the file tells more than its pages. */
  readonly hasInformation: boolean
}

/** Redraws a picture; opens a document, which stays as it is, because rewriting it could break a signature. */
export async function finishFile(file: ReceivedFile, drawer: PictureOwner): Promise<FinishedFile> {
  const { path, extension, position, fileName, size, sha256 } = file
  const refused = (why: Sentence) => UnsupportedFileType([fileError(position, fileName, 'content', why)])
  if (extension === 'pdf') {
    const document = await inStorage(readDocument(path))
    if ('why' in document) throw refused(document.why)
    return { path, thumbnail: undefined, fingerprint: undefined, storedSize: size, storedSha256: sha256, ...document }
  }
  const finished = `${path}.drawn`
  const drawn = await inStorage(redraw(path, finished, extension, drawer))
  if ('why' in drawn) throw refused(drawn.why)
  return { path: finished, ...drawn, ...(await inStorage(measure(finished))), hasInformation: false }
}

async function measure(path: string): Promise<StoredFile> {
  const bytes = await readFile(path)
  return { storedSize: bytes.length, storedSha256: createHash('sha256').update(bytes).digest('hex') }
}
