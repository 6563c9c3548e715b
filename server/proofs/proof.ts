import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Id } from '../values/id.ts'
import {
  type FieldError,
  forbidden,
  invalid,
  missing,
  type Problem,
  ValidationError,
} from '../values/problems/problem.ts'
import { mustHaveRoom, StorageLimitReached } from '../values/problems/storage-limit.ts'
import type { Sentence } from '../values/sentences.ts'

export const filesMax = 5
export const fileBytesMax = 5 * 1024 * 1024
export const partsMax = 16
/** Maximum proofs of one executor for one offer without an execution: enough for mistakes, too few for file storage. */
export const unusedMax = 200
export const pixelsMax = 50_000_000
export const sidePixelsMax = 12_000
/** Maximum width and height of a thumbnail. */
export const thumbnailPixelsMax = 320
const linkSeconds = 15 * 60

/** The accepted extensions of stored files and their media types. */
export const mediaTypes = {
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  pdf: 'application/pdf',
} as const
export type Extension = keyof typeof mediaTypes

/** An uploaded file, with the name, size and hash of the received file. */
export type Proof = {
  readonly id: string
  readonly offer: Id<'offer'>
  readonly executor: Id<'account'>
  readonly extension: Extension
  readonly fileName: string
  readonly size: number
  readonly contentType: string
  /** Hexadecimal. */
  readonly sha256: string
  readonly uploadedAt: Date
}

/** Size and SHA-256 (hexadecimal) of the file that is stored. */
export type StoredFile = { readonly storedSize: number; readonly storedSha256: string }

/**
 * A proof as its upload is answered. `hasInformation`: the document names its author, or tells more beside its pages. `isUsed`: the executor's
 * other work shows the same file.
 */
export type UploadedProof = InsertedProof & { readonly hasInformation: boolean }
export type InsertedProof = Proof & { readonly isUsed: boolean }

export const NoActiveReservation = missing(
  'no_active_reservation',
  'No active reservation',
  'You have no active reservation for this offer. Reserve it first.',
)
export const NoFiles = invalid('no_files', 'No files')
export const TooManyFiles = invalid('too_many_files', 'Too many files')
export const FileTooLarge = invalid('file_too_large', 'File too large')
export const UnsupportedFileType = invalid('unsupported_file_type', 'Unsupported file type')
export const LinkRefused = forbidden<{ reason: 'expired' | 'invalid' }>(
  'operation_unavailable',
  'Operation not available',
  ({ reason }) =>
    reason === 'expired'
      ? 'This link has expired. Read the report again for a new one.'
      : 'This link was not issued by this marketplace.',
)

export const noFiles = (): Problem =>
  NoFiles([], 'Send one to five files as multipart/form-data, in the field "files".')
export const brokenForm = (why: string): Problem => ValidationError([], `The form could not be read: ${why}.`)

/** Returns the error of an invalid file, by its position among the files of the form. */
export const fileError = (position: number, fileName: string, code: string, detail: Sentence): FieldError => ({
  field: `files[${position}]`,
  code,
  detail: { en: `"${fileName}" ${detail.en}`, ru: `"${fileName}" ${detail.ru}` },
  params: { fileName },
})

export type UploadFacts = {
  readonly isReserved: boolean
  /** Files for this offer that are in no report; below, those for all offers. */
  readonly unused: number
  readonly unusedFiles: number
  readonly unusedBytes: number
}
export type UnusedLimits = { readonly unusedUploadsMax: number; readonly unusedUploadMegabytesMax: number }

/** Throws unless the executor may add `count` proofs of `bytes` to the offer. */
export function mayUpload(
  facts: UploadFacts,
  most: UnusedLimits,
  { count, bytes }: { count: number; bytes: number },
): void {
  const { isReserved, unused, unusedFiles, unusedBytes } = facts
  if (!isReserved) throw NoActiveReservation({})
  if (unused + count <= unusedMax) {
    mustHaveRoom('uploads', unusedFiles, most.unusedUploadsMax, count)
    const [used, added] = [unusedBytes / 1_000_000, bytes / 1_000_000]
    if (used + added <= most.unusedUploadMegabytesMax) return
    throw StorageLimitReached({ what: 'uploadMegabytes', max: most.unusedUploadMegabytesMax, used: Math.ceil(used) })
  }
  const detail = `You have ${unused} uploaded files for this offer that are in no report; ${unusedMax} is the most.`
  throw TooManyFiles([], `${detail} Submit some of them.`)
}

/** Other endings of names, and other media types that browsers and programs send; the content is checked in any case. */
const sameEndings: Readonly<Record<string, Extension>> = { jpeg: 'jpg', jfif: 'jpg' }
const sameTypes: Readonly<Record<string, string>> = { 'image/jpg': 'image/jpeg', 'image/pjpeg': 'image/jpeg' }
const anyType = 'application/octet-stream'

/** Returns the ending of a name in lower case, at most ten characters of it. */
export const endingOf = (fileName: string): string => /\.([a-z]{1,10})$/i.exec(fileName)?.[1]?.toLowerCase() ?? ''

/** Returns the extension of a file by its name and declared type; undefined if they disagree or the type is not supported. */
export function claimedExtension(fileName: string, declaredType: string): Extension | undefined {
  const ending = endingOf(fileName)
  const extension = Object.hasOwn(sameEndings, ending) ? (sameEndings[ending] as Extension) : ending
  if (!isExtension(extension)) return undefined
  const type = Object.hasOwn(sameTypes, declaredType) ? sameTypes[declaredType] : declaredType
  return type === anyType || mediaTypes[extension] === type ? extension : undefined
}

export const isExtension = (text: string): text is Extension => Object.hasOwn(mediaTypes, text)

/** Returns a new id: a UUID of version 7, which sorts by time and has 74 random bits. */
export function proofIdAt(now: Date): string {
  const bytes = randomBytes(16)
  bytes.writeUIntBE(now.getTime(), 0, 6)
  bytes.writeUInt8(0x70 | (bytes.readUInt8(6) & 0x0f), 6)
  bytes.writeUInt8(0x80 | (bytes.readUInt8(8) & 0x3f), 8)
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/** Returns the lowest id of that time. */
export const idAt = (ms: number): string =>
  ms
    .toString(16)
    .padStart(12, '0')
    .replace(/^(.{8})(.{4})$/, '$1-$2-7000-8000-000000000000')

/** Returns when an id was made, in milliseconds. */
export const createdMs = (id: string): number => Number.parseInt(id.replace('-', '').slice(0, 12), 16)

export type ProofName = { readonly id: string; readonly extension: Extension }
const nameForm = /^([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\.([a-z]+)$/

export const keyFolder = 'proofs'

/** Returns the last part of a proof's URL and of its storage key. */
export const nameOf = ({ id, extension }: ProofName): string => `${id}.${extension}`
export const keyOf = (proof: ProofName): string => `${keyFolder}/${nameOf(proof)}`
export const thumbnailFolder = 'thumbnails'
export const thumbnailNameOf = ({ id }: Pick<ProofName, 'id'>): string => `${id}.webp`
/** The storage key of the small picture. Documents have none. */
export const thumbnailKeyOf = (proof: Pick<ProofName, 'id'>): string => `${thumbnailFolder}/${thumbnailNameOf(proof)}`

export function parseProofName(name: string): ProofName | undefined {
  const [, id = '', extension = ''] = nameForm.exec(name) ?? []
  return isExtension(extension) ? { id, extension } : undefined
}

const folderUrl = (publicUrl: string): string => `${publicUrl}/uploads/executor/proofs/`

export const proofUrl = (publicUrl: string, proof: ProofName): string => folderUrl(publicUrl) + nameOf(proof)

/**
 * Returns the proof id in a URL from an upload; undefined for other URLs. Callers must compare `proofUrl` of the proof found with the whole
 * URL.
 */
export function proofIdOf(publicUrl: string, url: string): string | undefined {
  const folder = folderUrl(publicUrl)
  return url.startsWith(folder) ? parseProofName(url.slice(folder.length))?.id : undefined
}

/** Signs a link that allows reading the file of this name until `exp` (Unix seconds). */
export const signature = (secretKey: string, name: string, exp: number): string =>
  createHmac('sha256', secretKey).update(`proof ${name} until ${exp}`).digest('base64url')

/** Returns a link that needs no credential, valid for fifteen minutes from `now`. */
export function signedUrl(publicUrl: string, secretKey: string, proof: ProofName, now: Date): string {
  const exp = Math.floor(now.getTime() / 1000) + linkSeconds
  return `${proofUrl(publicUrl, proof)}?exp=${exp}&sig=${signature(secretKey, nameOf(proof), exp)}`
}

export type LinkQuery = { readonly exp?: string | undefined; readonly sig?: string | undefined }

/** Returns when the link expires, in Unix seconds. Throws LinkRefused if the signature is invalid. */
export function linkExpiry(secretKey: string, name: string, link: LinkQuery): number {
  if (!isSigned(secretKey, name, link)) throw LinkRefused({ reason: 'invalid' })
  return endOf(link)
}

const endOf = ({ exp = '' }: LinkQuery): number => (/^[1-9]\d{0,11}$/.test(exp) ? Number(exp) : 0)

/** Whether the signature of the link is valid, even if it has expired. */
export function isSigned(secretKey: string, name: string, link: LinkQuery): boolean {
  const expected = Buffer.from(signature(secretKey, name, endOf(link)))
  const given = Buffer.from(String(link.sig))
  return given.length === expected.length && timingSafeEqual(given, expected)
}

export function mustNotBeExpired(end: number, now: Date): void {
  if (now.getTime() >= end * 1000) throw LinkRefused({ reason: 'expired' })
}
