import type { Extension } from './proof.ts'

type Ends = { readonly size: number; readonly head: Buffer; readonly tail: Buffer }

const riffHeadBytes = 8

/** Whether a picture that we encoded begins and ends as its format demands. */
export function endsWhole(extension: Extension, { size, head, tail }: Ends): boolean {
  if (extension === 'jpg')
    return head.subarray(0, 2).equals(Buffer.from([0xff, 0xd8])) && tail.subarray(-2).equals(Buffer.from([0xff, 0xd9]))
  if (extension === 'png')
    return head.toString('latin1', 1, 4) === 'PNG' && tail.subarray(-8, -4).toString('latin1') === 'IEND'
  const isRiff =
    size > riffHeadBytes && head.toString('latin1', 0, 4) === 'RIFF' && head.toString('latin1', 8, 12) === 'WEBP'
  return isRiff && head.readUInt32LE(4) + riffHeadBytes === size
}
