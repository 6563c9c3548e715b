/** Longest name that we keep, in characters. */
export const fileNameLengthMax = 255

// Control characters, line separators, and the marks that turn the direction of text, so that "gpj.exe" reads "exe.jpg".
const hidden = /[\p{Cc}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu

/** The name that a client gave to a file, without its path and without characters that cannot be seen. It names nothing of ours. */
export function cleanFileName(given: string): string {
  const name = given.toWellFormed().replace(hidden, '').split(/[/\\]/).at(-1)?.trim() ?? ''
  return shortened(/^\.*$/.test(name) ? 'file' : name)
}

/** Cut in its middle, so that the ending stays. */
function shortened(name: string): string {
  const letters = [...name]
  if (letters.length <= fileNameLengthMax) return name
  const ending = /\.[a-z0-9]{1,8}$/i.exec(name)?.[0] ?? ''
  return letters.slice(0, fileNameLengthMax - ending.length).join('') + ending
}

/** `Content-Disposition` for a download (RFC 6266): a plain name for old clients, and the true one as RFC 8187 writes it. */
export function downloadAs(fileName: string): string {
  const plain = fileName.replace(/[^A-Za-z0-9 ._()-]/g, '_')
  const exact = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${exact}`
}
