import { translateDatabaseError } from './open-database.ts'

type StoreMethods = Record<string, (...args: never[]) => Promise<unknown>>

/** Wraps a store so that its methods throw `AppError`s instead of the driver's errors. */
export function translateErrors<S extends StoreMethods>(store: S): S {
  const translated = Object.entries(store).map(([name, method]) => [
    name,
    async (...args: never[]) => {
      try {
        return await method(...args)
      } catch (error) {
        throw translateDatabaseError(error)
      }
    },
  ])
  return Object.fromEntries(translated) as S
}
