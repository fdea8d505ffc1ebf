import { buildTermLine } from './glossary/term-lines.ts'

/**
 * Explanation of a figure: a glossary term, or text of its own if the glossary has no term or more needs to be said.
 */
export interface FigureFacts {
  /** Id of a glossary term. */
  readonly term?: string
  readonly meaning?: string
  readonly formula?: string
  readonly source: string
}

/** The explanation as a hint, one line per fact. */
export function describeFigure({ term, meaning, formula, source }: FigureFacts): string {
  const lines = [
    term === undefined ? null : buildTermLine(term),
    meaning ?? null,
    formula === undefined ? null : `Formula: ${formula}`,
    `Source: ${source}`,
  ]
  return lines.filter((line) => line !== null).join('\n')
}

/** Explanations of figures that several pages show. */
export const commonFigures = {
  sma20: { term: 'ma_20', source: 'daily closes' },
  rsi: { term: 'rsi', meaning: '70 or more is overbought, 30 or less oversold.', source: 'daily closes' },
  stochasticK: {
    term: 'stochastic_k',
    meaning: 'Above 80 is high, below 20 low.',
    source: 'daily highs, lows and closes',
  },
  ivRank: { term: 'iv_rank', source: 'option chain, one IV per session' },
} as const satisfies Record<string, FigureFacts>
