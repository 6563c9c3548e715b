const worker = '/assets/push-worker.js'

/** Whether this browser can get push messages of this page; false also without https. */
export const isSupported = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

/** Returns the worker that shows messages. It has no pages, so `navigator.serviceWorker.ready` would never be. */
async function activeWorker(): Promise<ServiceWorkerRegistration> {
  const registration = await navigator.serviceWorker.register(worker)
  const next = registration.installing ?? registration.waiting
  if (!registration.active && next)
    await new Promise<void>((resolve, reject) => {
      next.addEventListener('statechange', () => {
        if (next.state === 'activated') resolve()
        if (next.state === 'redundant') reject(new Error('the worker was not installed'))
      })
    })
  return registration
}

async function ownSubscription(): Promise<PushSubscription | null> {
  const registration = isSupported() ? await navigator.serviceWorker.getRegistration(worker) : undefined
  return (await registration?.pushManager.getSubscription()) ?? null
}

/** Whether this browser would get messages. */
export const isSubscribed = async (): Promise<boolean> => (await ownSubscription()) !== null

/** Subscribes this browser anew: an older subscription may be of another person, or for another key. */
export async function subscribe(publicKey: string) {
  const { pushManager } = await activeWorker()
  await (await pushManager.getSubscription())?.unsubscribe()
  const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
  const { p256dh = '', auth = '' } = made.toJSON().keys ?? {}
  return { endpoint: made.endpoint, keys: { p256dh, auth } }
}

export const unsubscribe = async (): Promise<void> => void (await (await ownSubscription())?.unsubscribe())
