type Glossary = typeof import('@callwright/scoring/glossary')

let loading: Promise<Glossary> | null = null

/** The glossary's code, fetched when it is first wanted; what fails is asked for anew by the next. */
export function loadGlossary(): Promise<Glossary> {
  loading ??= import('@callwright/scoring/glossary').catch((error) => {
    loading = null
    throw error
  })
  return loading
}
