/** How many chains a run in two stages reads, and which share of them goes to whose turn it is. */
export interface RotationRules {
  /** 0: every symbol's, in one stage. */
  readonly chainsPerRun: number
  /** 0-1; the rest goes to the best of the survey. */
  readonly rotationShare: number
}

/** A symbol as the survey found it. */
export interface SurveyedSymbol {
  readonly symbol: string
  /** Of the parts of its rating that need no chain. */
  readonly points: number
  /** The sequence of the last run that asked for its chain, whatever came of it; null where none has. */
  readonly lastTurn: number | null
}

export interface ChainChoice {
  /** Whose chains are read, the best first. */
  readonly chosen: readonly string[]
  /** The others, by when rotation comes to them: in one of the next `runs`; null where it never does. */
  readonly waiting: readonly { readonly symbol: string; readonly runs: number | null }[]
}

/** Whether a run over so many symbols surveys them first. */
export function isSurveyNeeded({ chainsPerRun }: RotationRules, symbols: number): boolean {
  return chainsPerRun > 0 && symbols > chainsPerRun
}

/**
 * Chooses the chains of a run: those of the best stocks of the survey, and those that were read longest ago, never read
 * first. Equals by points, then by symbol, so that the same survey gives the same choice.
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

/** The chains of a run that go to rotation: one at least where a share of them is meant for it. */
function countTurns({ chainsPerRun, rotationShare }: RotationRules): number {
  return rotationShare === 0 ? 0 : Math.max(1, Math.round(chainsPerRun * rotationShare))
}

function compareTurns(a: number | null, b: number | null): number {
  return (a ?? -1) - (b ?? -1)
}

function byPoints(a: SurveyedSymbol, b: SurveyedSymbol): number {
  return b.points - a.points || (a.symbol < b.symbol ? -1 : 1)
}
