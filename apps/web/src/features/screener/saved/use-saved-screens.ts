import { asApiError, describeFailure } from '../../../api/api-error.ts'
import { type SavedScreen, usePutScreenMutation, useRemoveScreenMutation } from '../../../api/saved-screen-endpoints.ts'
import { commonWords } from '../../../shared/common-words.ts'
import { notify } from '../../../shared/notify.ts'
import { notifyUndo } from '../../../shared/notify-undo.tsx'
import { savedWords as words } from './saved-words.ts'

export interface SavedScreenActions {
  /** Overwrites a saved screen with the current view. */
  readonly update: (screen: SavedScreen) => Promise<void>
  /** Deletes immediately and offers Undo. */
  readonly remove: (screen: SavedScreen, options: { readonly byKey: boolean }) => Promise<void>
}

/** Actions on saved screens. If one fails, a notification says why. */
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
