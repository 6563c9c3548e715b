export const fileNameLengthMax = 255

// Control characters, line separators, and marks that reverse text direction, with which "gpj.exe" reads as "exe.jpg".
const hidden = /[\p{Cc}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu

/**
 * Returns the client's name for a file without its path and invisible characters. It is only displayed: no file on the server has this
 * name.
 */
export function cleanFileName(given: string): string {
  const name = given.toWellFormed().replace(hidden, '').split(/[/\\]/).at(-1)?.trim() ?? ''
  return shortened(/^\.*$/.test(name) ? 'file' : name)
}

function shortened(name: string): string {
  const letters = [...name]
  if (letters.length <= fileNameLengthMax) return name
  const ending = /\.[a-z0-9]{1,8}$/i.exec(name)?.[0] ?? ''
  return letters.slice(0, fileNameLengthMax - ending.length).join('') + ending
}

/** Returns `Content-Disposition` for a download (RFC 6266): an ASCII name for old clients, and the exact one encoded by RFC 8187. */
export function downloadAs(fileName: string): string {
  const plain = fileName.replace(/[^A-Za-z0-9 ._()-]/g, '_')
  const exact = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${exact}`
}
