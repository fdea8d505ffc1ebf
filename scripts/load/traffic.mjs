/** Requests of the load generator: their shares, paths and bodies. */

const SORTS = ['cc_score', 'best_ann_yield', 'rsi', 'current_price', 'iv_rank', 'volume']
const PAGE_ROWS = 50
const PAGES = 9

/** Share of each kind in percent: the mix of the goal for mixed load (docs/measurements). */
export const mix = { screener: 60, quote: 15, chain: 10, list: 10, save: 4, login: 1 }
/** Share of each kind for other users while one account floods the server. */
export const reading = { screener: 50, quote: 20, chain: 10, list: 20 }

/** Pseudorandom numbers from 0 to 1, the same for the same seed (mulberry32). */
export function createRandom(seed) {
  let state = seed
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0
    let value = Math.imul(state ^ (state >>> 15), 1 | state)
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Draws { kind, method, path, body, user } again and again. */
export function createTraffic({ kinds, users, symbols, calls, seed }) {
  const random = createRandom(seed)
  const pick = (list) => list[Math.floor(random() * list.length)]
  const total = Object.values(kinds).reduce((sum, share) => sum + share, 0)
  let saved = 0

  function drawKind() {
    let rest = random() * total
    for (const [kind, share] of Object.entries(kinds)) {
      rest -= share
      if (rest < 0) return kind
    }
    return Object.keys(kinds)[0]
  }

  const requests = {
    screener: () => ({
      path: `/api/phase1/views/stock-screener?limit=${PAGE_ROWS}&offset=${PAGE_ROWS * Math.floor(random() * PAGES)}&sort_by=${pick(SORTS)}&sort_order=${pick(['asc', 'desc'])}`,
    }),
    quote: () => ({ path: `/api/stocks/quote/${pick(symbols)}` }),
    chain: () => ({ path: `/api/options/chain/${pick(symbols)}` }),
    list: () => ({ path: '/api/portfolio/positions' }),
    save: () => {
      saved += 1
      return {
        method: 'POST',
        path: '/api/portfolio/positions',
        body: { ...pick(calls), id: `load-${seed}-${saved}`, confirm_equal: true },
      }
    },
    login: ({ username, password }) => ({ method: 'POST', path: '/api/auth/login', body: { username, password } }),
    stream: () => ({ path: '/api/stocks/screener/enrichment-events', isStream: true }),
    weights: () => ({ path: '/api/stocks/screener/weights' }),
  }

  return () => {
    const kind = drawKind()
    const user = pick(users)
    return { kind, user, method: 'GET', body: null, ...requests[kind](user) }
  }
}
