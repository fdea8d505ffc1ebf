export const DEFAULT_SEED = 'callwright'

/** A named sequence of random numbers that can be read at any position: the key of a counter-based hash. */
export interface Stream {
  readonly first: number
  readonly second: number
}

/** Opens the stream whose name consists of these parts. It is identical on every machine. */
export function openStream(...parts: readonly string[]): Stream {
  const name = parts.join('\u0000')
  return { first: hashText(name, 0x811c9dc5), second: hashText(name, 0x2f0b4a93) }
}

/** Opens the nth substream, which is independent of its siblings and its parent. */
export function openSubstream(stream: Stream, n: number): Stream {
  return { first: hash(stream, n), second: hash(stream, ~n) }
}

/** Uniform number between 0 and 1, excluding both. */
export function uniformAt(stream: Stream, n: number): number {
  return ((hash(stream, n) >>> 0) + 0.5) / 4_294_967_296
}

/** Standard normal number. */
export function normalAt(stream: Stream, n: number): number {
  return inverseNormal(uniformAt(stream, n))
}

/** Uniform number between `low` and `high`. */
export function betweenAt(stream: Stream, n: number, low: number, high: number): number {
  return low + (high - low) * uniformAt(stream, n)
}

export function pickAt<T>(stream: Stream, n: number, list: readonly [T, ...T[]]): T {
  return list[Math.floor(uniformAt(stream, n) * list.length)] ?? list[0]
}

/** Two rounds of MurmurHash3's 32-bit finalizer (Appleby 2008), one for each half of the key. */
function hash({ first, second }: Stream, n: number): number {
  return finalize(finalize(first ^ Math.imul(n, 0x9e3779b1)) + second)
}

function finalize(value: number): number {
  let mixed = value | 0
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return mixed ^ (mixed >>> 16)
}

/** FNV-1a over the code units, starting from one of two values, then mixed. */
function hashText(text: string, start: number): number {
  let value = start
  for (let index = 0; index < text.length; index += 1) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193)
  return finalize(value)
}

const CENTER = 0.425
const CENTER_SQUARED = 0.180625

/**
 * Quantile of the standard normal distribution, accurate to 7 digits: algorithm AS 241, PPND7 (Wichura, Applied
 * Statistics 37, 1988). The middle 85 % takes only arithmetic; the tails also take a logarithm and a root.
 */
export function inverseNormal(probability: number): number {
  const q = probability - 0.5
  if (Math.abs(q) <= CENTER) {
    const r = CENTER_SQUARED - q * q
    const over = ((59.10937472 * r + 159.29113202) * r + 50.434271938) * r + 3.3871327179
    return (q * over) / (((67.18756361 * r + 78.757757664) * r + 17.895169469) * r + 1)
  }
  const r = Math.sqrt(-Math.log(q < 0 ? probability : 1 - probability))
  const tail = r <= 5 ? nearTail(r - 1.6) : farTail(r - 5)
  return q < 0 ? -tail : tail
}

function nearTail(r: number): number {
  const over = ((0.17023821103 * r + 1.3067284816) * r + 2.75681539) * r + 1.4234372777
  return over / ((0.12021132975 * r + 0.7370016425) * r + 1)
}

function farTail(r: number): number {
  const over = ((0.017337203997 * r + 0.42868294337) * r + 3.081226386) * r + 6.657905115
  return over / ((0.012258202635 * r + 0.24197894225) * r + 1)
}
