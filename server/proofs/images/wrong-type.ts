import type { Sentence } from '../../values/sentences.ts'
import { type Extension, mediaTypes } from '../proof.ts'

const names: Readonly<Record<Extension, string>> = { jpg: 'JPEG', png: 'PNG', webp: 'WebP', pdf: 'PDF' }
const article = (name: string): string => (/^[AEFHILMNORSX]/.test(name) ? 'an' : 'a')

/** Formats of pictures that are not accepted, by the media type that their content shows. */
const otherPictures: Readonly<Record<string, string>> = {
  'image/heic': 'HEIC',
  'image/heif': 'HEIC',
  'image/heic-sequence': 'HEIC',
  'image/heif-sequence': 'HEIC',
  'image/avif': 'AVIF',
  'image/gif': 'GIF',
  'image/bmp': 'BMP',
  'image/tiff': 'TIFF',
  'image/jxl': 'JPEG XL',
}

/**
 * Returns why a file whose content has the media type `found` is not what its name claims, and the remedy: the end of a sentence that
 * begins with the file's name.
 */
export function wrongTypeOf(claimed: Extension | undefined, ending: string, found: string | undefined): Sentence {
  if (found === 'image/apng')
    return {
      en: 'is an animation (APNG). Send a still picture.',
      ru: 'это анимация (APNG). Отправьте неподвижное изображение.',
    }
  const known = (Object.keys(mediaTypes) as Extension[]).find((extension) => mediaTypes[extension] === found)
  if (known && known !== claimed)
    return {
      en: `is ${article(names[known])} ${names[known]} file named .${ending}. Rename it to end in .${known}, and send it again.`,
      ru: `это файл ${names[known]} с именем на .${ending}. Переименуйте его, чтобы имя кончалось на .${known}, и отправьте снова.`,
    }
  const other = otherPictures[found ?? '']
  if (other)
    return {
      en: `is ${article(other)} ${other} picture. Save it as JPEG or PNG, and send it again.`,
      ru: `это изображение ${other}. Сохраните его как JPEG или PNG и отправьте снова.`,
    }
  return claimed
    ? { en: `holds no ${names[claimed]} that can be read.`, ru: `не содержит читаемого ${names[claimed]}.` }
    : {
        en: 'is of a type that is not accepted. Send JPEG, PNG, WebP or PDF.',
        ru: 'это файл такого вида, который не принимается. Отправьте JPEG, PNG, WebP или PDF.',
      }
}
