type Glossary = typeof import('@callwright/scoring/glossary')

let loading: Promise<Glossary> | null = null

/** Loads the glossary on first use. A failed load is retried on the next call. */
export function loadGlossary(): Promise<Glossary> {
  loading ??= import('@callwright/scoring/glossary').catch((error) => {
    loading = null
    throw error
  })
  return loading
}
