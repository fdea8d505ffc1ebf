import { translateDatabaseError } from './open-database.ts'

type Verbs = Record<string, (...args: never[]) => Promise<unknown>>

/** A store whose verbs throw our errors instead of the driver's. */
export function translateErrors<S extends Verbs>(store: S): S {
  const translated = Object.entries(store).map(([name, verb]) => [
    name,
    async (...args: never[]) => {
      try {
        return await verb(...args)
      } catch (error) {
        throw translateDatabaseError(error)
      }
    },
  ])
  return Object.fromEntries(translated) as S
}
