import { nanoid } from '@reduxjs/toolkit'
import { asApiError, describeFailure } from '../../api/http.ts'
import { useChangeListMutation, usePutListMutation, useRemoveListMutation, type Watchlist } from '../../api/lists.ts'
import { commonWords } from '../../shared/common-words.ts'
import { formatInteger } from '../../shared/format/numbers.ts'
import { notify, notifyUndo } from '../../shared/notifications.tsx'

/** `AAPL`, or `3 stocks`. */
export const nameStocks = (symbols: readonly string[]) =>
  symbols.length === 1 ? (symbols[0] ?? '') : `${formatInteger(symbols.length)} stocks`

export type ListActions = ReturnType<typeof useListActions>

/** Changes of lists, which can be undone for some seconds. If one fails, a notification says why. */
export function useListActions() {
  const [put] = usePutListMutation()
  const [change] = useChangeListMutation()
  const [removeList] = useRemoveListMutation()

  const add = async (list: Watchlist, symbols: readonly string[]): Promise<boolean> => {
    const { id, name } = list
    const added = symbols.filter((symbol) => !list.symbols.includes(symbol))
    if (added.length === 0) return true
    const { error } = await change({ id, add: added })
    if (error !== undefined) return fail(error, `Could not add ${nameStocks(added)} to “${name}”`)
    notifyUndo({
      message: `Added ${nameStocks(added)} to “${name}”.`,
      undo: () => undo(change({ id, remove: added }), name),
    })
    return true
  }
  const take = async (list: Watchlist, symbols: readonly string[]): Promise<boolean> => {
    const { id, name } = list
    const removed = symbols.filter((symbol) => list.symbols.includes(symbol))
    const { error } = await change({ id, remove: removed })
    if (error !== undefined) return fail(error, `Could not remove ${nameStocks(removed)} from “${name}”`)
    notifyUndo({
      message: `Removed ${nameStocks(removed)} from “${name}”.`,
      undo: () => undo(change({ id, add: removed }), name),
    })
    return true
  }
  return {
    add,
    take,
    /** Returns null, or why the list could not be created. */
    create: async (name: string, symbols: readonly string[]): Promise<string | null> => {
      const { error } = await put({ id: nanoid(), name, symbols })
      return error === undefined ? null : describe(error, 'Could not create the list')
    },
    /** Returns null, or why the list could not be renamed. */
    rename: async ({ id }: Watchlist, name: string): Promise<string | null> => {
      const { error } = await put({ id, name })
      return error === undefined ? null : describe(error, 'Could not rename the list')
    },
    remove: async (list: Watchlist): Promise<boolean> => {
      const { error } = await removeList(list)
      if (error !== undefined) return fail(error, `Could not delete “${list.name}”`)
      notifyUndo({ message: `Deleted “${list.name}”.`, undo: () => undo(put(list), list.name) })
      return true
    },
  }
}

async function undo(reversal: PromiseLike<{ readonly error?: unknown }>, name: string): Promise<void> {
  const { error } = await reversal
  if (error !== undefined) fail(error, `Could not restore “${name}”`)
}

function fail(error: unknown, what: string): false {
  notify(describe(error, what))
  return false
}

function describe(error: unknown, what: string): string {
  const why = describeFailure(asApiError(error))
  return why === null ? commonWords.tryAgain(what) : `${what}: ${why}`
}
