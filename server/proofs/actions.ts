import type { Readable } from 'node:stream'
import { admitted, presentedHash } from '../accounts/caller.ts'
import { kindOf } from '../accounts/credential.ts'
import type { By, Ctx } from '../platform/database/ctx.ts'
import type { Storage } from '../platform/storage/storage.ts'
import { inStorage } from '../platform/storage/unavailable.ts'
import { NotFound } from '../values/problems/problem.ts'
import {
  keyOf,
  type LinkQuery,
  linkExpiry,
  mustNotBeExpired,
  nameOf,
  type Proof,
  type ProofName,
  parseProofName,
  thumbnailKeyOf,
} from './proof.ts'
import { readForCaller, readForLink } from './sql.ts'

/** Removes the files of a proof. The thumbnail first, because the sweep finds it by the file. */
export async function removeFiles(storage: Pick<Storage, 'remove'>, proof: ProofName): Promise<void> {
  await storage.remove(thumbnailKeyOf(proof))
  await storage.remove(keyOf(proof))
}

/** A proof to send: its size, undefined if its file is lost; and the file, if it was requested. */
export type ProofFile = {
  readonly proof: Proof
  readonly isThumbnail: boolean
  readonly size: number | undefined
  readonly file: Readable | undefined
}
type LinkRequest = LinkQuery & { readonly withFile: boolean; readonly isThumbnail: boolean }

/**
 * Returns the proof of this name for a permitted caller or a signed link, or its thumbnail; the file itself if it has none. Throws
 * NotFound.
 */
export async function findProof(
  ctx: Ctx,
  name: string,
  { withFile, isThumbnail, ...link }: LinkRequest,
): Promise<ProofFile> {
  const isLink = ctx.by !== 'Local' && ctx.by.bearer === undefined && link.sig !== undefined
  const proof = await (isLink ? proofOfLink(ctx, name, link) : proofOfCaller(ctx, name))
  if (!proof || nameOf(proof) !== name) throw NotFound({})
  const thumbnail = isThumbnail ? await openFile(ctx, thumbnailKeyOf(proof), withFile) : undefined
  const found = thumbnail ?? (await openFile(ctx, keyOf(proof), withFile))
  return { proof, isThumbnail: thumbnail !== undefined, size: undefined, file: undefined, ...found }
}

async function openFile({ storage }: Ctx, key: string, withFile: boolean) {
  if (withFile) return inStorage(storage.open(key))
  const size = await inStorage(storage.sizeOf(key))
  return size === undefined ? undefined : { size }
}

async function proofOfLink(ctx: Ctx, name: string, link: LinkQuery): Promise<Proof | undefined> {
  const end = linkExpiry(ctx.secretKey, name, link)
  const { now, ...proof } = await readForLink(ctx.db, parseProofName(name)?.id)
  mustNotBeExpired(end, now)
  return proof.id === null ? undefined : (proof as Proof)
}

async function proofOfCaller(ctx: Ctx, name: string): Promise<Proof | undefined> {
  const by = asReader(ctx.by)
  const rows = await readForCaller(ctx.db, by, parseProofName(name)?.id, presentedHash(by))
  return admitted(by, rows).rows[0]
}

/** An API key needs the scope of reports to read proofs. */
function asReader(by: By): By {
  if (by === 'Local' || by.bearer === undefined || kindOf(by.bearer) !== 'ApiKey') return by
  return { ...by, requirement: { credential: 'ApiKey', role: 'Any', scope: 'reports:read' } }
}
