/** A logo with its media type, as browsers get it. */
export type Logo = { readonly mediaType: string; readonly bytes: Buffer }

export const logoTypes = ['image/png', 'image/webp', 'image/jpeg'] as const
export const logoBytesMax = 100_000

const dataUrl = /^data:(image\/\w+);base64,(.*)$/

/** Reads a logo from a data URL that has the form of the schema. */
export function logoOf(url: string): Logo {
  const [, mediaType = '', content = ''] = dataUrl.exec(url) ?? []
  return { mediaType, bytes: Buffer.from(content, 'base64') }
}
