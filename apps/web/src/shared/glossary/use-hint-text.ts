import { useEffect, useState } from 'react'
import { loadGlossary } from './load-glossary.ts'
import { fillTermLines, hasTermLine } from './term-lines.ts'

/** Text of a hint with glossary terms filled in. Loads the glossary when first needed; null while it loads. */
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
