import { parentPort } from 'node:worker_threads'
import type { Sentence } from '../../values/sentences.ts'
import type { ReadDocument, ReadRequest } from './document.ts'

/* A thread of its own: a hostile document may exhaust its memory or time, but not those of the process. */

const { getDocumentProxy } = await import('unpdf')

/** What describes the document, and was entered by a person or taken from their account. */
const personal = ['Author', 'Title', 'Subject', 'Keywords', 'Custom']

async function read(bytes: Uint8Array): Promise<ReadDocument> {
  const document = await getDocumentProxy(bytes, { verbosity: 0, isEvalSupported: false, useSystemFonts: false })
  try {
    if (document.numPages < 1) return { why: { en: 'has no pages.', ru: 'не содержит страниц.' } }
    await document.getPage(1)
    const { info, metadata } = await document.getMetadata()
    const told = info as Readonly<Record<string, unknown>>
    return { hasInformation: Boolean(metadata) || personal.some((name) => Boolean(told[name])) }
  } finally {
    await document.destroy()
  }
}

const whyNot = (error: unknown): Sentence =>
  error instanceof Error && error.name === 'PasswordException'
    ? {
        en: 'needs a password to open. Save it without one, and send it again.',
        ru: 'открывается с паролем. Сохраните без пароля и отправьте снова.',
      }
    : { en: 'is damaged: no page of it can be opened.', ru: 'повреждён: ни одна страница не открывается.' }

parentPort?.on('message', async ({ id, bytes }: ReadRequest) => {
  const result = await read(bytes).catch((error: unknown) => ({ why: whyNot(error) }))
  parentPort?.postMessage({ id, result })
})
