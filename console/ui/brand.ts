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

/** Returns the accent color that the operator has chosen, as `#rrggbb`; empty: none. */
export const brandAccent = (): string => fromServer('brand-accent')

/** Returns the address of the logo, which is also the icon of the page. */
export const brandLogo = (): string =>
  document.querySelector<HTMLLinkElement>('link[rel=icon]')?.getAttribute('href') ?? '/assets/icon.svg'

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

/** Whether the marketplace sends e-mails: until its operator names a mail server, it only logs them. */
export const isMailSent = (): boolean => fromServer('mail') !== 'off'

const pageNames = ['help', 'terms', 'privacy', 'contact'] as const
export type PublicPageName = (typeof pageNames)[number]

/** Returns the public pages that have a text. */
export const publicPages = (): readonly PublicPageName[] => {
  const published = fromServer('public-pages').split(' ')
  return pageNames.filter((name) => published.includes(name))
}
