import type { Docs, WebhookDocs } from './values/operation.ts'

/** What is said of each operation, one line per noun, in reading order. */
export const docs: readonly Docs[] = []

/** What is said of each kind of event that subscribers are sent. */
export const webhooks: Readonly<Record<string, WebhookDocs>> = {}
