export interface RotationRules {
  /** Number of chains that a run reads; 0 reads every symbol's chain, in a single stage. */
  readonly chainsPerRun: number
  /**
   * Fraction of these chains, from 0 to 1, that goes to symbols in rotation; the rest go to the survey's best stocks.
   */
  readonly rotationShare: number
}

export interface SurveyedSymbol {
  readonly symbol: string
  /** Points from the rating parts that need no chain. */
  readonly points: number
  /** Sequence number of the last run that requested this symbol's chain, successfully or not; null if no run has. */
  readonly lastTurn: number | null
}

export interface ChainChoice {
  /** Symbols whose chains are read: the best stocks first, then those in rotation. */
  readonly chosen: readonly string[]
  /**
   * The other symbols in rotation order, each with the maximum number of runs until its chain is read; null if rotation
   * is off.
   */
  readonly waiting: readonly { readonly symbol: string; readonly runs: number | null }[]
}

export function isSurveyNeeded({ chainsPerRun }: RotationRules, symbols: number): boolean {
  return chainsPerRun > 0 && symbols > chainsPerRun
}

/**
 * Chooses which chains a run reads: those of the survey's best stocks, and those read longest ago (never-read ones
 * first). Ties are broken by points, then by symbol, so that the same survey always leads to the same choice.
 */
export function chooseChains(surveyed: readonly SurveyedSymbol[], rules: RotationRules): ChainChoice {
  const ranked = [...surveyed].sort(byPoints)
  if (!isSurveyNeeded(rules, ranked.length)) return { chosen: ranked.map(({ symbol }) => symbol), waiting: [] }
  const turns = countTurns(rules)
  const best = rules.chainsPerRun - turns
  const inTurn = ranked.slice(best).sort((a, b) => compareTurns(a.lastTurn, b.lastTurn) || byPoints(a, b))
  return {
    chosen: [...ranked.slice(0, best), ...inTurn.slice(0, turns)].map(({ symbol }) => symbol),
    waiting: inTurn
      .slice(turns)
      .map(({ symbol }, index) => ({ symbol, runs: turns === 0 ? null : Math.floor(index / turns) + 1 })),
  }
}

/** Number of chains read in rotation: at least one unless the share is 0. */
function countTurns({ chainsPerRun, rotationShare }: RotationRules): number {
  return rotationShare === 0 ? 0 : Math.max(1, Math.round(chainsPerRun * rotationShare))
}

function compareTurns(a: number | null, b: number | null): number {
  return (a ?? -1) - (b ?? -1)
}

function byPoints(a: SurveyedSymbol, b: SurveyedSymbol): number {
  return b.points - a.points || (a.symbol < b.symbol ? -1 : 1)
}
