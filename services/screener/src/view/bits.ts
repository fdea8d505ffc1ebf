/** A set of slots, one bit each, as many words as the table needs. */
export type Bits = Uint32Array

export const createBits = (size: number): Bits => new Uint32Array(Math.ceil(size / 32))

/** Puts all slots of a table of this size into its set. */
export function addAll(bits: Bits, size: number): Bits {
  bits.fill(0xffff_ffff)
  const rest = size % 32
  if (rest > 0) bits[bits.length - 1] = (1 << rest) - 1
  return bits
}

export function addBit(bits: Bits, slot: number): void {
  bits[slot >>> 5] = (bits[slot >>> 5] as number) | (1 << (slot & 31))
}

export function removeBit(bits: Bits, slot: number): void {
  bits[slot >>> 5] = (bits[slot >>> 5] as number) & ~(1 << (slot & 31))
}

/** Whether a slot is in the set: 1 or 0. */
export function readBit(bits: Bits, slot: number): number {
  return ((bits[slot >>> 5] as number) >>> (slot & 31)) & 1
}

/** Leaves in the first set what is in both. */
export function intersect(bits: Bits, other: Bits): void {
  for (let word = 0; word < bits.length; word += 1) bits[word] = (bits[word] as number) & (other[word] as number)
}

export function countBits(bits: Bits): number {
  let count = 0
  for (let word = 0; word < bits.length; word += 1) count += countOnes(bits[word] as number)
  return count
}

/**
 * How many slots each of these sets alone leaves out: what the sets would have in common without it. Meant for sets that
 * have nothing in common.
 */
export function countAlone(sets: readonly Bits[], size: number): readonly number[] {
  const missing = createBits(size)
  const missingTwice = createBits(size)
  for (const set of sets) {
    for (let word = 0; word < missing.length; word += 1) {
      const left = ~(set[word] as number)
      missingTwice[word] = (missingTwice[word] as number) | ((missing[word] as number) & left)
      missing[word] = (missing[word] as number) | left
    }
  }
  const all = addAll(createBits(size), size)
  return sets.map((set) =>
    countBits(all.map((every, word) => every & ~(set[word] as number) & ~(missingTwice[word] as number))),
  )
}

function countOnes(word: number): number {
  let sums = word - ((word >>> 1) & 0x5555_5555)
  sums = (sums & 0x3333_3333) + ((sums >>> 2) & 0x3333_3333)
  return Math.imul((sums + (sums >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24
}
