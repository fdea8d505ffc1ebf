import { buildTermLine } from './glossary/term-lines.ts'

/** Explanation of a figure: a glossary term, or its own text if the glossary lacks the term or does not say enough. */
export interface FigureFacts {
  /** Id of a glossary term. */
  readonly term?: string
  readonly meaning?: string
  readonly formula?: string
  readonly source: string
}

/** The explanation as the text of a hint, with one fact per line. */
export function describeFigure({ term, meaning, formula, source }: FigureFacts): string {
  const lines = [
    term === undefined ? null : buildTermLine(term),
    meaning ?? null,
    formula === undefined ? null : `Formula: ${formula}`,
    `Source: ${source}`,
  ]
  return lines.filter((line) => line !== null).join('\n')
}

/** Explanations of figures that appear on several pages. */
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
