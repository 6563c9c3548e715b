import { at, publicUrl } from '../values/example.ts'
import { idOf } from '../values/id.ts'
import { docsIn } from '../values/requests/operation.ts'
import { fileBytesMax, filesMax, mediaTypes, type Proof } from './proof.ts'
import { serializeUploads } from './serialize.ts'

export const proofFacts: Proof = {
  id: '019cb9c0-6f5e-7d33-8a41-2f0c5be1d94f',
  offer: idOf(42),
  executor: idOf(23),
  extension: 'png',
  fileName: 'opening-hours.png',
  size: 48_213,
  contentType: 'image/png',
  sha256: '7f83b1657ff1fc53b92dc18148a1d65dfc2d4b1fa3d677284addd200126d9069',
  uploadedAt: at('10:30:00'),
}

const form = {
  type: 'object',
  required: ['files'],
  properties: {
    files: {
      type: 'array',
      minItems: 1,
      maxItems: filesMax,
      items: { type: 'string', format: 'binary' },
      description: `One to five jpg, png, webp or pdf files, up to ${fileBytesMax} bytes each`,
    },
  },
}

export const proofDocs = docsIn('Work', {
  'POST /api/executor/offers/:offerId/proof/uploads': {
    id: 'uploadProofs',
    summary: 'Upload proofs',
    about:
      'Requires an active reservation of the offer. Stores all files or none. The content of each file must match its extension; `image/jpg`, `image/pjpeg` and `application/octet-stream` are accepted as declared types. Damaged files, and documents without pages or with a password, are refused. Images are re-encoded upright, in sRGB and without metadata; PDF files stay as they are. `warnings` says what a PDF tells, and that your other work shows the same file; `size` and `sha256` describe the original file. Files or images used in other work, by any executor, are flagged for reviewers.',
    form,
    answers: { 200: { kept: serializeUploads([{ ...proofFacts, hasInformation: false, isUsed: false }], publicUrl) } },
    problems: [
      'no_active_reservation',
      'no_files',
      'too_many_files',
      'file_too_large',
      'unsupported_file_type',
      'storage_limit_reached',
    ],
  },
  'GET /uploads/executor/proofs/:name': {
    id: 'downloadProof',
    tag: 'Proofs',
    summary: 'Download an uploaded file',
    about:
      'For the executor who uploaded it, the advertiser of its offer (a token, or a key with `reports:read`), operators, or anyone with the signed `downloadUrl` of a report, valid for fifteen minutes.',
    files: Object.values(mediaTypes),
    answers: { 200: {} },
    problems: ['not_found', 'operation_unavailable'],
  },
})
