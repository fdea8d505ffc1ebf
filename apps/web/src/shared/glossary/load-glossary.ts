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
