import { keptName } from '../workspace.ts'

const prefix = 'kept:'

/** Returns unsent form input stored in this browser under a name. */
export const readStored = (name: string): string | null => localStorage.getItem(prefix + keptName(name))
export const store = (name: string, values: unknown): void =>
  localStorage.setItem(prefix + keptName(name), JSON.stringify(values))
export const removeStored = (name: string): void => localStorage.removeItem(prefix + keptName(name))

/** Deletes all stored form input; call it on sign-out. */
export function clearStoredForms(): void {
  for (const name of Object.keys(localStorage)) if (name.startsWith(prefix)) localStorage.removeItem(name)
}
