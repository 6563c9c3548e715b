/** Returns a PDF of one empty page, whose comment has the text. `size`: filled up to this many bytes. */
export function pdfWith(
  text = '',
  { size = 0, info = '' }: { readonly size?: number; readonly info?: string } = {},
): Buffer {
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Count 1/Kids[3 0 R]>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>',
    `<<${info}>>`,
  ]
  const head = Buffer.from(`%PDF-1.7\n%${text.replace(/[\r\n]/g, ' ')}\n`)
  const body = objects.map((content, index) => `${index + 1} 0 obj\n${content}\nendobj\n`)
  const table = (start: number) => {
    let at = start
    const places = body.map((object) => {
      const place = `${String(at).padStart(10, '0')} 00000 n \n`
      at += object.length
      return place
    })
    const trailer = `trailer\n<</Size ${objects.length + 1}/Root 1 0 R/Info 4 0 R>>\nstartxref\n${at}\n%%EOF\n`
    return `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join('')}${trailer}`
  }
  const plain = (filler: number) => {
    const start = head.length + Math.max(filler, 0)
    const fill = filler > 1 ? `%${'x'.repeat(filler - 2)}\n` : ' '.repeat(Math.max(0, filler))
    return Buffer.concat([head, Buffer.from(fill + body.join('') + table(start))])
  }
  // The offsets have more digits in a larger file, so the filler is measured twice.
  const missing = Math.max(0, size - plain(0).length)
  return plain(Math.max(0, missing - (plain(missing).length - Math.max(size, plain(0).length))))
}

/** A PDF of one empty page that opens only with a password, as Latin-1 text. */
export const lockedPdf = Buffer.from(
  [
    'JVBERi0xLjcKJb/3ov4KMSAwIG9iago8PCAvRXh0ZW5zaW9ucyA8PCAvQURCRSA8PCAvQmFzZVZlcnNpb24gLzEuNyAvRXh0ZW5zaW9uTGV2ZW',
    'wgOCA+PiA+PiAvUGFnZXMgMyAwIFIgL1R5cGUgL0NhdGFsb2cgPj4KZW5kb2JqCjIgMCBvYmoKPDwgL1Byb2R1Y2VyIDw5N2VlMTE5MWVjYjI0',
    'YzAyMjY5NWZjMjYwNmQ0ZjU4ZTFkOWY3NzNlZjZjMDI1ZjA0MmE4ZWMzMTdhMGQwYWNjPiA+PgplbmRvYmoKMyAwIG9iago8PCAvQ291bnQgMS',
    'AvS2lkcyBbIDQgMCBSIF0gL1R5cGUgL1BhZ2VzID4+CmVuZG9iago0IDAgb2JqCjw8IC9NZWRpYUJveCBbIDAuMCAwLjAgMjAwIDIwMCBdIC9Q',
    'YXJlbnQgMyAwIFIgL1Jlc291cmNlcyA8PCA+PiAvVHlwZSAvUGFnZSA+PgplbmRvYmoKNSAwIG9iago8PCAvQ0YgPDwgL1N0ZENGIDw8IC9BdX',
    'RoRXZlbnQgL0RvY09wZW4gL0NGTSAvQUVTVjMgL0xlbmd0aCAzMiA+PiA+PiAvRmlsdGVyIC9TdGFuZGFyZCAvTGVuZ3RoIDI1NiAvTyA8NDZh',
    'OTkyYzUwNWNhMTVlNWUxMDQ4YzZjOGUwMWUwZDY2NjI4YjAxNGEwOTRjZWYyMTdkOTVkZTNkMDkwMGE2NmIwOWE1OWEwODJkNGJiZGZkOGJiMz',
    'QxNTk5YjI2NWJjPiAvT0UgPDIzZmI2YTQ0ZDM5ODI2ZDNjMzE1ZGQyZDMzMzAzYWIyZWZmYmNkYWYwZmVjODdkZTNhNTVkYjg5ZWRiZTAzOWE+',
    'IC9QIC00IC9QZXJtcyA8ZThlMTg5N2Q4NmIxYjI0MDExMjM2N2NlMmEwODU4NzQ+IC9SIDYgL1N0bUYgL1N0ZENGIC9TdHJGIC9TdGRDRiAvVS',
    'A8MDkyMDY3YWE4MjBjYjhlNWRmMGE4MTE5YmZjYWM3Mjc2Y2YzZTlkYmNmYzBlZTQyMmI2NmEyOWNkMGMyNzBiZDA5M2RhOWIyMDA1NTQyODRh',
    'MzBjN2Q0NTZmMDliNzIzPiAvVUUgPDM4YTEyODkwYjEyZmE0NDY5YjU1N2YwMjc0MWNlNGEyMDdmMTVjNjA1OTIxMWFjYzIwMWE2NDNiYmNlZD',
    'ZhMGU+IC9WIDUgPj4KZW5kb2JqCnhyZWYKMCA2CjAwMDAwMDAwMDAgNjU1MzUgZiAKMDAwMDAwMDAxNSAwMDAwMCBuIAowMDAwMDAwMTMwIDAw',
    'MDAwIG4gCjAwMDAwMDAyMjggMDAwMDAgbiAKMDAwMDAwMDI4NyAwMDAwMCBuIAowMDAwMDAwMzgxIDAwMDAwIG4gCnRyYWlsZXIgPDwgL0luZm',
    '8gMiAwIFIgL1Jvb3QgMSAwIFIgL1NpemUgNiAvSUQgWzwxYTZjNmVjODkwMzM3ODllNDE1NjYzYjRkZDc4MjJiMT48MWE2YzZlYzg5MDMzNzg5',
    'ZTQxNTY2M2I0ZGQ3ODIyYjE+XSAvRW5jcnlwdCA1IDAgUiA+PgpzdGFydHhyZWYKOTI4CiUlRU9GCg==',
  ].join(''),
  'base64',
).toString('latin1')
