import { useEffect, useState } from 'react'
import { loadGlossary } from './load-glossary.ts'
import { fillTermLines, hasTermLine } from './term-lines.ts'

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
