import { buildTermLine } from './glossary/term-lines.ts'

/** What a figure says: the glossary's words where it has the term, own words where it has none or there is more to say. */
export interface FigureFacts {
  /** The id of a term of the glossary. */
  readonly term?: string
  readonly meaning?: string
  readonly formula?: string
  readonly source: string
}

/** The same as a hint: a line each. */
export function describeFigure({ term, meaning, formula, source }: FigureFacts): string {
  const lines = [
    term === undefined ? null : buildTermLine(term),
    meaning ?? null,
    formula === undefined ? null : `Formula: ${formula}`,
    `Source: ${source}`,
  ]
  return lines.filter((line) => line !== null).join('\n')
}

/** Figures that more than one page shows. */
export const commonFigures = {
  sma20: { term: 'ma_20', source: 'daily closes' },
  rsi: { term: 'rsi', meaning: '70 or more is overbought, 30 or less oversold.', source: 'daily closes' },
  stochasticK: {
    term: 'stochastic_k',
    meaning: 'Above 80 is high, below 20 low.',
    source: 'daily highs, lows and closes',
  },
  ivRank: { term: 'iv_rank', source: 'option chain, one IV a session' },
} as const satisfies Record<string, FigureFacts>
