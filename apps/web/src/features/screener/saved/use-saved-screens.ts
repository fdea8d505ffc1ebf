import { asApiError, describeFailure } from '../../../api/api-error.ts'
import { type SavedScreen, usePutScreenMutation, useRemoveScreenMutation } from '../../../api/saved-screen-endpoints.ts'
import { commonWords } from '../../../shared/common-words.ts'
import { notify } from '../../../shared/notify.ts'
import { notifyUndo } from '../../../shared/notify-undo.tsx'
import { savedWords as words } from './saved-words.ts'

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
    if (error !== undefined) notify(describeTrouble(error, words.notRestored(screen.name)))
  }
  return {
    update: async (screen) => {
      const { error } = await put(screen)
      notify(error === undefined ? words.updated(screen.name) : describeTrouble(error, words.notUpdated(screen.name)))
    },
    remove: async (screen, { byKey }) => {
      const { error } = await remove(screen)
      if (error !== undefined) return notify(describeTrouble(error, words.notDeleted(screen.name)))
      notifyUndo({
        message: words.deleted(screen.name),
        undo: () => restore(screen),
        returnFocus: byKey ? returnFocus : undefined,
      })
    },
  }
}

function describeTrouble(error: unknown, what: string): string {
  const why = describeFailure(asApiError(error))
  return why === null ? commonWords.tryAgain(what) : `${what}: ${why}`
}
