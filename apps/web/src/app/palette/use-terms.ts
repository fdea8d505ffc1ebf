import type { GlossaryTerm } from '@callwright/scoring/glossary'
import { useEffect, useState } from 'react'
import { loadGlossary } from '../../shared/glossary/load-glossary.ts'

/** Glossary terms; an empty list while they load or if they fail to load. */
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
