import { asApiError, describeFailure } from '../../../api/api-error.ts'
import { type SavedScreen, usePutScreenMutation, useRemoveScreenMutation } from '../../../api/saved-screen-endpoints.ts'
import { notify } from '../../../shared/notify.ts'
import { notifyUndo } from '../../../shared/notify-undo.tsx'

export interface SavedScreenActions {
  /** Keeps a screen as it is now under its old name. */
  readonly update: (screen: SavedScreen) => Promise<void>
  /** Deletes at once and offers to take that back. */
  readonly remove: (screen: SavedScreen, options: { readonly byKey: boolean }) => Promise<void>
}

/** What may be done with kept screens; failures are told. */
export function useSavedScreens(returnFocus: () => void): SavedScreenActions {
  const [put] = usePutScreenMutation()
  const [remove] = useRemoveScreenMutation()
  const restore = async (screen: SavedScreen) => {
    const { error } = await put(screen)
    if (error !== undefined) notify(describeTrouble(error, `“${screen.name}” could not be restored`))
  }
  return {
    update: async (screen) => {
      const { error } = await put(screen)
      notify(
        error === undefined
          ? `“${screen.name}” is what is in view now.`
          : describeTrouble(error, `“${screen.name}” could not be updated`),
      )
    },
    remove: async (screen, { byKey }) => {
      const { error } = await remove(screen)
      if (error !== undefined) return notify(describeTrouble(error, `“${screen.name}” could not be deleted`))
      notifyUndo({
        message: `Deleted “${screen.name}”.`,
        undo: () => restore(screen),
        returnFocus: byKey ? returnFocus : undefined,
      })
    },
  }
}

function describeTrouble(error: unknown, what: string): string {
  const why = describeFailure(asApiError(error))
  return why === null ? `${what}. Please try again.` : `${what}: ${why}`
}
