import type { GlossaryTerm } from '@callwright/scoring/glossary'
import { useEffect, useState } from 'react'
import { loadGlossary } from '../../shared/glossary/load-glossary.ts'

/** The words of the glossary; none until they are here, and none where they cannot be had. */
export function useTerms(): readonly GlossaryTerm[] {
  const [terms, setTerms] = useState<readonly GlossaryTerm[]>([])
  useEffect(() => {
    loadGlossary().then(
      ({ glossary }) => setTerms(glossary),
      () => {},
    )
  }, [])
  return terms
}
