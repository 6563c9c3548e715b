import { escapeHidden } from '../user-text.tsx'

const entity = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});/gi

/** Returns the character of an entity as the browser's HTML parser reads it. The text is only an entity, so no element can result. */
function characterOf(text: string): string {
  const field = document.createElement('textarea')
  field.innerHTML = text
  return field.value
}

/** Returns a text with its HTML entities decoded. Characters that could disguise text are shown as codes. */
export const decodeEntities = (text: string): string => escapeHidden(text.replace(entity, characterOf))
