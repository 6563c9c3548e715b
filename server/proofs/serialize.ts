import { Type } from 'typebox'
import { instant, iso, text, whole } from '../values/requests/schema.ts'
import { type Proof, proofUrl, signedUrl } from './proof.ts'

const uploadMembers = {
  url: Type.String({ description: 'URL for submit-execution; reading the file requires a credential' }),
  fileName: text,
  size: Type.Integer({ description: 'Bytes of the file as received' }),
  contentType: text,
  id: text,
  sha256: Type.String({ description: 'SHA-256 of the file as received, hexadecimal' }),
  uploadedAtUtc: instant,
}
const uploadSchema = Type.Object(uploadMembers, { title: 'Upload' })
export const uploadsSchema = Type.Object({ items: Type.Array(uploadSchema) }, { title: 'Uploads' })

export const serializeUploads = (proofs: readonly Proof[], publicUrl: string) => ({
  items: proofs.map((proof) => ({
    url: proofUrl(publicUrl, proof),
    fileName: proof.fileName,
    size: proof.size,
    contentType: proof.contentType,
    id: proof.id,
    sha256: proof.sha256,
    uploadedAtUtc: iso(proof.uploadedAt),
  })),
})

/** A proof as reports contain it. */
const proofMembers = {
  id: text,
  url: text,
  downloadUrl: Type.String({ description: 'Readable without a credential for fifteen minutes' }),
  fileName: text,
  size: whole,
  contentType: text,
  sha256: text,
  uploadedAtUtc: instant,
  flags: Type.Unsafe<readonly string[]>(
    Type.Array(text, { description: '`Duplicate`: the same file or a similar image was used in other work' }),
  ),
}
export const proofSchema = Type.Object(proofMembers, { title: 'Proof' })

/** The origin, key and time that links are signed with. */
export type LinkContext = { readonly publicUrl: string; readonly secretKey: string; readonly now: Date }

type Installation = { readonly secretKey: string; readonly config: { readonly publicUrl: string } }

export const linksOf = ({ secretKey, config: { publicUrl } }: Installation, now: Date): LinkContext => ({
  publicUrl,
  secretKey,
  now,
})

type Stored = Omit<Proof, 'offer' | 'executor'> & { readonly flags?: readonly string[] }

export const serializeProof = (proof: Stored, { publicUrl, secretKey, now }: LinkContext) => ({
  id: proof.id,
  url: proofUrl(publicUrl, proof),
  downloadUrl: signedUrl(publicUrl, secretKey, proof, now),
  fileName: proof.fileName,
  size: proof.size,
  contentType: proof.contentType,
  sha256: proof.sha256,
  uploadedAtUtc: iso(proof.uploadedAt),
  flags: proof.flags ?? [],
})
