import type { GlossaryTerm } from '@callwright/scoring/glossary'
import { useEffect, useState } from 'react'
import { loadGlossary } from '../../shared/glossary/load-glossary.ts'

/** Glossary terms; empty while loading and if loading fails. */
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
