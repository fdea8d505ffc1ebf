import { HOLDINGS_LIST, readSymbolSpelling, type Success, type Watchlist } from '@callwright/contracts'
import { badRequest, getUser, type Handlers } from '@callwright/service'
import { findCovered } from '../row-index/spelling.ts'
import { readName } from './names.ts'
import type { StoredWatchlist, WatchlistStore } from './watchlist-store.ts'

export type Watchlists = ReturnType<typeof createWatchlists>

/**
 * Watchlists of users. Every write is idempotent and a change of symbols names only what it adds and removes, so that
 * two windows do not overwrite each other. A symbol that the screener does not cover is kept.
 */
export function createWatchlists(deps: {
  readonly store: WatchlistStore
  readonly isCovered: (symbol: string) => boolean
}) {
  const { store, isCovered } = deps

  /** Spells symbols as the screener does, without repeats. Throws a 400 that names the ones that cannot be symbols. */
  function readSymbols(field: string, typed: readonly string[]): string[] {
    const unreadable = typed.filter((text) => readSymbolSpelling(text) === null)
    if (unreadable.length > 0) {
      const errors = unreadable.map((text) => ({ field, detail: `“${text}” is not a stock symbol` }))
      throw badRequest('validation', `${errors.map(({ detail }) => detail).join('; ')}.`, errors)
    }
    return [...new Set(typed.map(spell))]
  }

  const spell = (typed: string): string => findCovered(isCovered, typed) ?? readSymbolSpelling(typed)?.symbol ?? typed

  return {
    list: store.list,
    isCovered,

    /** Symbols of one list. Throws a 404 for an unknown id. */
    readSymbolsOf: store.readSymbols,

    async put(
      userId: string,
      list: { readonly id: string; readonly name: string; readonly symbols?: readonly string[] },
    ) {
      if (list.id === HOLDINGS_LIST) {
        const detail = 'is reserved for the stocks in the portfolio'
        throw badRequest('validation', `id ${detail}.`, [{ field: 'id', detail }])
      }
      const symbols = list.symbols === undefined ? null : readSymbols('symbols', list.symbols)
      return store.put({ userId, id: list.id, ...readName(list.name), symbols })
    },

    change(
      userId: string,
      id: string,
      { add = [], remove = [] }: { readonly add?: readonly string[]; readonly remove?: readonly string[] },
    ): Promise<readonly StoredWatchlist[]> {
      const removed = new Set(readSymbols('remove', remove))
      const added = readSymbols('add', add)
      return store.change(userId, id, (symbols) =>
        [...new Set([...symbols, ...added])].filter((each) => !removed.has(each)),
      )
    },

    remove: store.remove,
  }
}

type WatchlistHandlers = Pick<
  Handlers<'screener'>,
  'screener.listWatchlists' | 'screener.putWatchlist' | 'screener.changeWatchlist' | 'screener.removeWatchlist'
>

export function watchlistRoutes({ watchlists }: { readonly watchlists: Watchlists }): WatchlistHandlers {
  const toWire = (lists: readonly StoredWatchlist[]): Success<'screener.listWatchlists'> => ({
    status: 'success',
    lists: lists.map(toWireWatchlist),
    unlisted: [...new Set(lists.flatMap(({ symbols }) => symbols))]
      .filter((symbol) => !watchlists.isCovered(symbol))
      .sort(),
  })
  return {
    async 'screener.listWatchlists'({ identity }) {
      return toWire(await watchlists.list(getUser(identity).userId))
    },
    async 'screener.putWatchlist'({ identity, params, body }) {
      return toWire(await watchlists.put(getUser(identity).userId, { ...body, id: params.id }))
    },
    async 'screener.changeWatchlist'({ identity, params, body }) {
      return toWire(await watchlists.change(getUser(identity).userId, params.id, body))
    },
    async 'screener.removeWatchlist'({ identity, params }) {
      return toWire(await watchlists.remove(getUser(identity).userId, params.id))
    },
  }
}

export function toWireWatchlist({ id, name, symbols, updatedAt }: StoredWatchlist): Watchlist {
  return { id, name, symbols: [...symbols], updated_at: updatedAt.toISOString() }
}
