import Type, { type Static } from 'typebox'
import { Instant, request, StatusSuccess, SymbolText } from './primitives.ts'
import { problems } from './problem.ts'
import { MAX_LIST_NAME, MAX_LIST_SYMBOLS, MAX_LISTS } from './screener-columns.ts'

/** Id that a client chooses for a list; `holdings` is reserved for the user's own stocks. */
const LIST_ID = '^[A-Za-z0-9_-]{1,64}$'

/** A user's named list of stocks, in the exchange's spelling and in the order in which they were added. */
export const Watchlist = Type.Object({
  id: Type.String(),
  name: Type.String(),
  symbols: Type.Array(Type.String(), { maxItems: MAX_LIST_SYMBOLS }),
  updated_at: Instant,
})
export type Watchlist = Static<typeof Watchlist>

const ListParams = request({ id: Type.String({ pattern: LIST_ID }) })
const Symbols = Type.Array(SymbolText, { maxItems: MAX_LIST_SYMBOLS })
const ListsResponse = Type.Object({
  status: StatusSuccess,
  lists: Type.Array(Watchlist, { maxItems: MAX_LISTS }),
  unlisted: Type.Array(Type.String(), { description: 'Symbols in the lists that the screener does not cover' }),
})

/** Filter by one of the user's lists. */
export const listFilter = Type.Optional(
  Type.String({
    pattern: LIST_ID,
    description: 'Id of one of the user’s lists, or `holdings` for stocks with shares or open calls in the portfolio',
  }),
)

export const watchlistSchemas = {
  'screener.listWatchlists': { responses: { 200: ListsResponse, ...problems(401, 503) } },
  'screener.putWatchlist': {
    params: ListParams,
    body: request({
      name: Type.String({ minLength: 1, maxLength: MAX_LIST_NAME }),
      /** Absent to keep the symbols of an existing list. */
      symbols: Type.Optional(Symbols),
    }),
    responses: { 200: ListsResponse, ...problems(400, 401, 409, 503) },
  },
  'screener.changeWatchlist': {
    params: ListParams,
    body: request({ add: Type.Optional(Symbols), remove: Type.Optional(Symbols) }),
    responses: { 200: ListsResponse, ...problems(400, 401, 404, 409, 503) },
  },
  'screener.removeWatchlist': {
    params: ListParams,
    responses: { 200: ListsResponse, ...problems(400, 401, 404, 503) },
  },
} as const
