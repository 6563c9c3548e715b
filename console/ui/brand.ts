import { useSyncExternalStore } from 'react'

const metaContent = (name: string): string =>
  document.querySelector<HTMLMetaElement>(`meta[name=${name}]`)?.content ?? ''

/** What the server writes into the page; its place is empty where the page is served in development. */
const fromServer = (name: string): string => {
  const content = metaContent(name)
  return content.startsWith('%') ? '' : content
}

/** Returns the name of this marketplace, which its operator chooses. */
export const brandName = (): string => fromServer('brand-name') || 'Task Marketplace'

const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Shows another name from now on, without reloading the page. */
export function changeBrandName(name: string): void {
  document.querySelector('meta[name=brand-name]')?.setAttribute('content', name)
  for (const notify of listeners) notify()
}

/** The name of this marketplace; the component follows its changes. */
export const useBrandName = (): string => useSyncExternalStore(subscribe, brandName)

const pageNames = ['help', 'terms', 'privacy'] as const
export type PublicPageName = (typeof pageNames)[number]

/** Returns the public pages that have a text. */
export const publicPages = (): readonly PublicPageName[] => {
  const published = fromServer('public-pages').split(' ')
  return pageNames.filter((name) => published.includes(name))
}
