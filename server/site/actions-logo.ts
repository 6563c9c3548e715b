import { bodyError, ValidationError } from '../values/problems/problem.ts'
import { logoBytesMax, logoOf } from './logo.ts'

/** Throws ValidationError for a logo that is too large, or whose content is not of its media type. */
export async function mustBeLogo(url: string | null): Promise<void> {
  if (url === null) return
  const { mediaType, bytes } = logoOf(url)
  if (bytes.length > logoBytesMax) throw ValidationError([bodyError('logo', 'maxLength', isTooLarge)])
  const { fileTypeFromBuffer } = await import('file-type')
  if ((await fileTypeFromBuffer(bytes))?.mime !== mediaType)
    throw ValidationError([bodyError('logo', 'pattern', isNoPicture)])
}

const isTooLarge = {
  en: `must not exceed ${logoBytesMax} bytes.`,
  ru: `размер не должен превышать ${logoBytesMax} байт.`,
}
const isNoPicture = {
  en: 'must be a picture in the format that its media type names: PNG, WebP or JPEG.',
  ru: 'нужно изображение в формате, который указан в типе: PNG, WebP или JPEG.',
}
