/** The largest file that an upload accepts, in bytes. */
const fileBytesMax = 5 * 1024 * 1024
/** The longest side at first, in pixels, and how much of it each further attempt keeps. */
const [sideMax, kept] = [4_096, 0.75]
const attemptsMax = 6
const quality = 0.85
const isPicture = /^image\/(?:jpeg|png|webp)$/

/** Returns a smaller picture if a photo exceeds the limit of an upload. Other files, and what cannot be drawn, stay as they are. */
export async function fitted(file: File): Promise<File> {
  if (file.size <= fileBytesMax || !isPicture.test(file.type)) return file
  try {
    const picture = await createImageBitmap(file)
    const smaller = await drawnWithin(picture).finally(() => picture.close())
    if (!smaller) return file
    const name = file.name.replace(/\.\w+$/, '')
    return new File([smaller], `${name}.jpg`, { type: smaller.type, lastModified: file.lastModified })
  } catch {
    // The server says what is wrong with it.
    return file
  }
}

/** Draws the picture smaller until it fits; undefined: it never does. */
async function drawnWithin(picture: ImageBitmap): Promise<Blob | undefined> {
  const first = Math.min(1, sideMax / Math.max(picture.width, picture.height))
  for (let attempt = 0; attempt < attemptsMax; attempt++) {
    const blob = await drawn(picture, first * kept ** attempt)
    if (blob && blob.size <= fileBytesMax) return blob
  }
  return undefined
}

function drawn(picture: ImageBitmap, scale: number): Promise<Blob | null> {
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(picture.width * scale))
  canvas.height = Math.max(1, Math.round(picture.height * scale))
  const context = canvas.getContext('2d')
  if (!context) return Promise.resolve(null)
  // JPEG has no transparency, which would become black.
  context.fillStyle = 'white'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))
}
