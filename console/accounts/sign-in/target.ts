/** Accepts only paths of the console, to prevent open redirects. */
const isOwnPath = (path: string | null | undefined): path is string =>
  !!path && /^\/(?![/\\])/.test(path) && new URL(path, location.origin).origin === location.origin

/** Returns the page that a visitor wanted, or the start page. */
export const targetOf = (back: string | null | undefined): string => (isOwnPath(back) ? back : '/')

const storageKey = 'after-sign-up'

/** Keeps the page that a visitor wanted until the link of the confirmation mail is followed in this browser. Forgets an earlier one. */
export function keepTarget(back: string | undefined): void {
  if (isOwnPath(back)) localStorage.setItem(storageKey, back)
  else localStorage.removeItem(storageKey)
}

/** Returns the kept page once. */
export function takeTarget(): string {
  const back = localStorage.getItem(storageKey)
  localStorage.removeItem(storageKey)
  return targetOf(back)
}
