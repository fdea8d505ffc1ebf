import { measureChain } from './chain.ts'
import { measureGreeks, measureImplied } from './european.ts'
import { measureIndicators } from './indicators.ts'
import { measureOneDividend } from './one-dividend.ts'
import type { Measurement } from './report.ts'
import { measureScoringSet } from './scoring-set.ts'
import { measureWholeUniverse } from './sweep.ts'
import { type BarColumns, CACHED_SYMBOLS, drawBars, drawUniverse, UNIVERSE_SYMBOLS, type Universe } from './universe.ts'
import { measureWorkers } from './workers.ts'

export interface Bench {
  /** Symbols that fit in the CPU cache. */
  readonly cached: () => Universe
  readonly whole: () => Universe
  readonly bars: (universe: Universe) => readonly BarColumns[]
}

/** Opens the test market. It is generated on first use. */
export function openBench(): Bench {
  const drawn = new Map<number, Universe>()
  const draw = (count: number) => {
    const universe = drawn.get(count) ?? drawUniverse(count)
    drawn.set(count, universe)
    return universe
  }
  return {
    cached: () => draw(CACHED_SYMBOLS),
    whole: () => draw(UNIVERSE_SYMBOLS),
    bars: ({ symbols }) => symbols.map(drawBars),
  }
}

export type Kernel = (bench: Bench) => readonly Measurement[] | Promise<readonly Measurement[]>

/** Measurements by key, in table order. */
export const KERNELS = {
  K1: ({ cached }: Bench) => measureImplied(cached().columns),
  K2: ({ cached }: Bench) => [measureGreeks(cached().columns)],
  K3: ({ cached, bars }: Bench) => [measureIndicators(bars(cached()))],
  K4: ({ whole, bars }: Bench) => [measureWholeUniverse(whole(), bars(whole()))],
  K5: async ({ whole }: Bench) => [await measureWorkers(whole().columns)],
  K6: ({ whole }: Bench) => measureOneDividend(whole()),
  K7: ({ whole }: Bench) => [measureScoringSet(whole())],
  K8: ({ whole }: Bench) => [measureChain(whole())],
} as const satisfies Readonly<Record<string, Kernel>>

export type KernelKey = keyof typeof KERNELS
export const KERNEL_KEYS = Object.keys(KERNELS) as readonly KernelKey[]
