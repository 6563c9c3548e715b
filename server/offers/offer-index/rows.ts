/**
 * A set of seats in a block: either each seat, in order, or, where that would be longer, one bit for each seat there is. A
 * set that has the length of the bits is bits.
 */
export type Seats = Uint16Array

export const noSeats: Seats = new Uint16Array(0)

/** How many sixteen-bit words the bits of so many seats are. */
export const wordsOf = (most: number): number => Math.ceil(most / 16)

export const hasBit = (bits: Uint16Array, seat: number): boolean =>
  (((bits[seat >> 4] as number) >> (seat & 15)) & 1) === 1

export function setBit(bits: Uint16Array, seat: number): void {
  bits[seat >> 4] = (bits[seat >> 4] as number) | (1 << (seat & 15))
}

export function clearBit(bits: Uint16Array, seat: number): void {
  bits[seat >> 4] = (bits[seat >> 4] as number) & ~(1 << (seat & 15))
}

function ones(word: number): number {
  const pairs = word - ((word >> 1) & 0x5555)
  const fours = (pairs & 0x3333) + ((pairs >> 2) & 0x3333)
  const eights = (fours + (fours >> 4)) & 0x0f0f
  return (eights + (eights >> 8)) & 31
}

/** How many of the seats are among those of the bits. */
export function countAmong(seats: Seats, bits: Uint16Array): number {
  let count = 0
  if (seats.length === bits.length) {
    for (let word = 0; word < bits.length; word++) count += ones((seats[word] as number) & (bits[word] as number))
  } else for (let index = 0; index < seats.length; index++) if (hasBit(bits, seats[index] as number)) count++
  return count
}

/** Adds the seats to the bits. */
export function addTo(bits: Uint16Array, seats: Seats): void {
  if (seats.length === bits.length) {
    for (let word = 0; word < bits.length; word++) bits[word] = (bits[word] as number) | (seats[word] as number)
  } else for (let index = 0; index < seats.length; index++) setBit(bits, seats[index] as number)
}

/** What both sets have, written to `out`, which is neither of them. `words` is the length of bits. */
export function both(out: Uint16Array, some: Seats, others: Seats, words: number): Seats {
  if (some.length === words && others.length === words) return bothBits(out, some, others)
  if (some.length === words) return amongBits(out, others, some)
  return others.length === words ? amongBits(out, some, others) : bothLists(out, some, others)
}

function bothBits(out: Uint16Array, some: Seats, others: Seats): Seats {
  const words = some.length
  for (let word = 0; word < words; word++) out[word] = (some[word] as number) & (others[word] as number)
  return out.subarray(0, words)
}

function amongBits(out: Uint16Array, list: Seats, bits: Seats): Seats {
  let count = 0
  for (let index = 0; index < list.length; index++) {
    const seat = list[index] as number
    if (hasBit(bits, seat)) out[count++] = seat
  }
  return out.subarray(0, count)
}

function bothLists(out: Uint16Array, some: Seats, others: Seats): Seats {
  let [count, place] = [0, 0]
  for (let index = 0; index < some.length; index++) {
    const seat = some[index] as number
    while (place < others.length && (others[place] as number) < seat) place++
    if (others[place] === seat) out[count++] = seat
  }
  return out.subarray(0, count)
}

/** The seats one by one, written to `out` if they are not already so. `words` is the length of bits. */
export function listOf(out: Uint16Array, seats: Seats, words: number): Uint16Array {
  if (seats.length !== words) return seats
  let count = 0
  for (let place = 0; place < words; place++)
    for (let word = seats[place] as number; word !== 0; word &= word - 1)
      out[count++] = place * 16 + 31 - Math.clz32(word & -word)
  return out.subarray(0, count)
}

/** Listed seats, lowest first, as a set of their own. */
export function packed(list: Uint16Array, words: number): Seats {
  if (list.length === 0) return noSeats
  return list.length < words ? list.slice() : bitsOfList(list, words)
}

/** Any set of seats as bits of its own. */
export const bitsOf = (seats: Seats, words: number): Uint16Array =>
  seats.length === words ? seats.slice() : bitsOfList(seats, words)

function bitsOfList(list: Uint16Array, words: number): Uint16Array {
  const bits = new Uint16Array(words)
  for (let index = 0; index < list.length; index++) setBit(bits, list[index] as number)
  return bits
}
