/** What a figure says, in plain words, how it is worked out and where it comes from. */
export interface FigureFacts {
  readonly meaning: string
  readonly formula?: string
  readonly source: string
}

/** The same as a hint: a line each. */
export function describeFigure({ meaning, formula, source }: FigureFacts): string {
  const lines = [meaning, formula === undefined ? null : `Formula: ${formula}`, `Source: ${source}`]
  return lines.filter((line) => line !== null).join('\n')
}

/** Figures that more than one page shows. */
export const commonFigures = {
  sma20: {
    meaning: 'The average close of the last 20 sessions.',
    formula: 'sum of 20 closes / 20',
    source: 'daily closes',
  },
  rsi: {
    meaning: 'Relative strength over 14 sessions: 70 or more is overbought, 30 or less oversold.',
    formula: '100 − 100 / (1 + mean gain / mean loss), Wilder’s means',
    source: 'daily closes',
  },
  stochasticK: {
    meaning: 'Where the close stands in the range of 14 sessions: above 80 is high, below 20 low.',
    formula: '(close − lowest low) / (highest high − lowest low) × 100',
    source: 'daily highs, lows and closes',
  },
  ivRank: {
    meaning: 'Where implied volatility stands between its low (0) and its high (100) of a year.',
    formula: '(IV − low) / (high − low) × 100, 252 sessions',
    source: 'option chain, one IV a session; until 60 are known, realized volatility (RV)',
  },
} as const satisfies Record<string, FigureFacts>
