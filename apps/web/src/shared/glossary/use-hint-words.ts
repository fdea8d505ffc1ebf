import { useEffect, useState } from 'react'
import { loadGlossary } from './load-glossary.ts'
import { fillTermLines, hasTermLine } from './term-lines.ts'

/** A hint with the glossary's words in it, which are fetched for the first one that needs them; null: on their way. */
export function useHintWords(hint: string | null): string | null {
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
