const prefix = 'kept:'

/** What somebody has entered and what has not arrived yet, in this browser, under a name. */
export const keptUnder = (name: string): string | null => localStorage.getItem(prefix + name)
export const keep = (name: string, values: unknown): void => localStorage.setItem(prefix + name, JSON.stringify(values))
export const forget = (name: string): void => localStorage.removeItem(prefix + name)

/** Forgets what others have entered in this browser: to be called when somebody signs out. */
export function forgetForms(): void {
  for (const name of Object.keys(localStorage)) if (name.startsWith(prefix)) localStorage.removeItem(name)
}
