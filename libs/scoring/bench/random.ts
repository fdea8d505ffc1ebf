export interface Random {
  /** Uniformly distributed from 0 to 1. */
  readonly next: () => number
  /** Normally distributed with mean 0 and deviation 1. */
  readonly normal: () => number
}

/** Reproducible random numbers from an integer seed (mulberry32), the same on every machine. */
export function createRandom(seed: number): Random {
  let state = seed | 0
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  return { next, normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()) }
}
