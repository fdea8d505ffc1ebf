/** Set of slots with one bit per slot, in 32-bit words. */
export type BitSet = Uint32Array

export const createBitSet = (size: number): BitSet => new Uint32Array(Math.ceil(size / 32))

/** Adds all slots of a table of this size. */
export function addAll(bits: BitSet, size: number): BitSet {
  bits.fill(0xffff_ffff)
  const rest = size % 32
  if (rest > 0) bits[bits.length - 1] = (1 << rest) - 1
  return bits
}

export function addBit(bits: BitSet, slot: number): void {
  bits[slot >>> 5] = (bits[slot >>> 5] as number) | (1 << (slot & 31))
}

export function removeBit(bits: BitSet, slot: number): void {
  bits[slot >>> 5] = (bits[slot >>> 5] as number) & ~(1 << (slot & 31))
}

/** 1 if a slot is in the set, otherwise 0. */
export function readBit(bits: BitSet, slot: number): number {
  return ((bits[slot >>> 5] as number) >>> (slot & 31)) & 1
}

/** Removes every slot from the first set that is not in the second. */
export function intersect(bits: BitSet, other: BitSet): void {
  for (let word = 0; word < bits.length; word += 1) bits[word] = (bits[word] as number) & (other[word] as number)
}

export function countBits(bits: BitSet): number {
  let count = 0
  for (let word = 0; word < bits.length; word += 1) count += countOnes(bits[word] as number)
  return count
}

/** Counts the slots that are in both sets. */
export function countBoth(bits: BitSet, other: BitSet): number {
  let count = 0
  for (let word = 0; word < bits.length; word += 1) count += countOnes((bits[word] as number) & (other[word] as number))
  return count
}

/** For each set, counts the slots missing from it alone: how many the intersection would gain without that set. */
export function countMissingOnlyIn(sets: readonly BitSet[], size: number): readonly number[] {
  const missing = createBitSet(size)
  const missingTwice = createBitSet(size)
  for (const set of sets) {
    for (let word = 0; word < missing.length; word += 1) {
      const left = ~(set[word] as number)
      missingTwice[word] = (missingTwice[word] as number) | ((missing[word] as number) & left)
      missing[word] = (missing[word] as number) | left
    }
  }
  const all = addAll(createBitSet(size), size)
  return sets.map((set) =>
    countBits(all.map((every, word) => every & ~(set[word] as number) & ~(missingTwice[word] as number))),
  )
}

function countOnes(word: number): number {
  let sums = word - ((word >>> 1) & 0x5555_5555)
  sums = (sums & 0x3333_3333) + ((sums >>> 2) & 0x3333_3333)
  return Math.imul((sums + (sums >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24
}
