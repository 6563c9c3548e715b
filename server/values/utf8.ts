/** Returns the UTF-8 bytes of a text as a string with one character per byte. Such strings are joined and sent without encoding them again. */
export const encodedText = (text: string): string => Buffer.from(text).toString('latin1')

/** Returns the bytes of a text that is encoded already. */
export const bytesOfEncoded = (encoded: string): Buffer => Buffer.from(encoded, 'latin1')
