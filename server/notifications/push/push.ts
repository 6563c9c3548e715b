/** A push service keeps a message this long for a browser that is not connected; an older one is not sent any more. */
export const keptSeconds = 86_400
/** Seconds before each retry, which are also the lease of an attempt: it takes five seconds at most. */
export const pausesSeconds = [60, 300, 1_800]
export const attemptsMax = pausesSeconds.length + 1
const titleCharactersMax = 200

/** Where a browser gets its messages, and the keys with which they are encrypted for it. */
export type PushSubscription = {
  readonly endpoint: string
  readonly keys: { readonly p256dh: string; readonly auth: string }
}

/** What the console shows and needs to switch push messages on. */
export type PushState = { readonly publicKey: string; readonly isOn: boolean; readonly others: number }

/** `Gone`: the browser is not subscribed any more. */
export type PushEnd = 'Sent' | 'Waiting' | 'Failed' | 'Gone'

const [gone, missing, tooMany] = [410, 404, 429]

/** Returns what follows from the status of a push service; null: there was no answer. */
export function endOf(status: number | null, attempts: number): PushEnd {
  if (status === gone || status === missing) return 'Gone'
  if (status !== null && status < 300) return 'Sent'
  const mayHelp = status === null || status === tooMany || status >= 500
  return mayHelp && attempts < attemptsMax ? 'Waiting' : 'Failed'
}

/** Returns the text of a push message. `tag`: a browser that gets it twice shows it once. */
export const payloadOf = (id: number, title: string, path: string): string =>
  JSON.stringify({ title: [...title].slice(0, titleCharactersMax).join(''), path, tag: `notification-${id}` })
