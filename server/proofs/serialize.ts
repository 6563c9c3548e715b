import { Type } from 'typebox'
import { instant, known, text, whole } from '../values/requests/schema.ts'
import { serializer } from '../values/requests/serializer.ts'
import { type Proof, proofUrl, signedUrl, type UploadedProof } from './proof.ts'

const uploadJson = serializer<UploadedProof, string>({ title: 'Upload' })({
  url: [
    Type.String({ description: 'URL for submit-execution; reading the file requires a credential' }),
    (proof, publicUrl) => proofUrl(publicUrl, proof),
  ],
  fileName: text,
  size: Type.Integer({ description: 'Bytes of the file as received' }),
  contentType: text,
  id: text,
  sha256: Type.String({ description: 'SHA-256 of the file as received, hexadecimal' }),
  uploadedAtUtc: instant,
  warnings: [
    Type.Unsafe<readonly string[]>(
      Type.Array(known('UploadWarning', ['DocumentInformation', 'UsedBefore']), {
        description:
          '`DocumentInformation`: the PDF names its author, title or other facts beside its pages, and whoever opens it can read them. `UsedBefore`: your other work shows the same file, which reviewers will see',
      }),
    ),
    ({ hasInformation, isUsed }) => [
      ...(hasInformation ? ['DocumentInformation'] : []),
      ...(isUsed ? ['UsedBefore'] : []),
    ],
  ],
})
export const uploadsSchema = Type.Object({ items: Type.Array(uploadJson.schema) }, { title: 'Uploads' })

export const serializeUploads = (proofs: readonly UploadedProof[], publicUrl: string) => ({
  items: proofs.map((proof) => uploadJson.serialize(proof, publicUrl)),
})

/** A proof as reports contain it. */
export const proofJson = serializer<Stored, LinkContext>({ title: 'Proof' })({
  id: text,
  url: [text, (proof, { publicUrl }) => proofUrl(publicUrl, proof)],
  downloadUrl: [
    Type.String({ description: 'Readable without a credential for fifteen minutes' }),
    (proof, { publicUrl, secretKey, now }) => signedUrl(publicUrl, secretKey, proof, now),
  ],
  fileName: text,
  size: whole,
  contentType: text,
  sha256: text,
  uploadedAtUtc: instant,
  flags: [
    Type.Unsafe<readonly string[]>(
      Type.Array(known('ProofFlag', ['Duplicate']), {
        description: '`Duplicate`: the same file or a similar image was used in other work',
      }),
    ),
    (proof) => proof.flags ?? [],
  ],
})

/** The origin, key and time that links are signed with. */
export type LinkContext = { readonly publicUrl: string; readonly secretKey: string; readonly now: Date }

export type Installation = { readonly secretKey: string; readonly config: { readonly publicUrl: string } }

export const linksOf = ({ secretKey, config: { publicUrl } }: Installation, now: Date): LinkContext => ({
  publicUrl,
  secretKey,
  now,
})

type Stored = Omit<Proof, 'offer' | 'executor'> & { readonly flags?: readonly string[] }

export const proofUrls = (proofs: readonly Pick<Proof, 'id' | 'extension'>[], { publicUrl }: LinkContext): string[] =>
  proofs.map((proof) => proofUrl(publicUrl, proof))
