import { useEffect, useState } from 'react'

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

type FindTerm = typeof import('@callwright/scoring/glossary')['findTerm']

const MARK = 'term:'

/** A line in a hint that stands for a term until the glossary's text replaces it. */
export const buildTermLine = (id: string) => MARK + id

/** Builds a hint from a term's glossary text and, optionally, more text. */
export const buildTermHint = (id: string, besides: string | null = null) =>
  besides === null ? buildTermLine(id) : `${buildTermLine(id)}\n${besides}`

export const hasTermLine = (hint: string) => hint.split('\n').some((line) => line.startsWith(MARK))

/** Replaces placeholder lines with the glossary's text. Without a glossary, only the other lines remain. */
export function fillTermLines(hint: string, findTerm: FindTerm | null): string {
  const lines = hint.split('\n').flatMap((line) => {
    if (!line.startsWith(MARK)) return [line]
    const term = findTerm?.(line.slice(MARK.length)) ?? null
    if (term === null) return []
    return [term.sentence, term.why, term.formula === null ? null : `Formula: ${term.formula}`, term.thresholds]
  })
  return lines.filter((line) => line !== null).join('\n')
}

type Glossary = typeof import('@callwright/scoring/glossary')

let loading: Promise<Glossary> | null = null

/** Loads the glossary on first use. If loading fails, the next call tries again. */
export function loadGlossary(): Promise<Glossary> {
  loading ??= import('@callwright/scoring/glossary').catch((error) => {
    loading = null
    throw error
  })
  return loading
}

/**
 * A hint's text, including the glossary's text for its terms. Loads the glossary when it is first needed; null until it
 * has loaded.
 */
export function useHintText(hint: string | null): string | null {
  const [filled, setFilled] = useState<{ readonly hint: string; readonly words: string } | null>(null)
  const needsGlossary = hint !== null && hasTermLine(hint)
  useEffect(() => {
    if (hint === null || !needsGlossary) return
    let isLeft = false
    const fill = (words: string) => {
      if (!isLeft) setFilled({ hint, words })
    }
    loadGlossary().then(
      ({ findTerm }) => fill(fillTermLines(hint, findTerm)),
      () => fill(fillTermLines(hint, null)),
    )
    return () => {
      isLeft = true
    }
  }, [hint, needsGlossary])
  if (!needsGlossary) return hint
  return filled?.hint === hint ? filled.words : null
}
