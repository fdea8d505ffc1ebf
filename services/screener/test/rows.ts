import { gicsSectors, type ScreenerRow } from '@callwright/contracts'
import { RATING_PARTS } from '@callwright/scoring'

/** Creates a row in which only the given fields are known. */
export function inventRow(known: Partial<ScreenerRow> & { readonly symbol: string }): ScreenerRow {
  return {
    company_name: `${known.symbol} Inc.`,
    current_price: null,
    market_cap: null,
    market_cap_value: null,
    market_cap_shares_date: null,
    sector: null,
    cc_score: null,
    cc_score_core: null,
    score_max: 60,
    score_version: '2',
    score_parts: [],
    score_points: [],
    score_coverage: null,
    score_reason: null,
    cc_score_previous: null,
    cc_score_previous_date: null,
    cc_score_change: null,
    score_history: [],
    best_ann_yield: null,
    best_dte: null,
    best_contract: null,
    best_expiration: null,
    best_strike: null,
    best_delta: null,
    best_bid: null,
    best_window: null,
    best_liquidity: null,
    best_if_called_return_pct: null,
    bid_ask_spread: null,
    open_interest: null,
    avg_call_volume: null,
    implied_volatility: null,
    iv_rank: null,
    iv_rank_source: null,
    iv_percentile: null,
    iv_history_sessions: 0,
    rsi: null,
    stochastic_k: null,
    ma_20: null,
    price_vs_ma: null,
    volume: null,
    dividend_yield: null,
    net_margin: null,
    debt_to_equity: null,
    credit_rating: null,
    earnings_date: null,
    days_to_earnings: null,
    ex_dividend_date: null,
    display_in_app: 0,
    missing_reason: null,
    as_of: '2026-07-10T20:00:00.000Z',
    data_class: 'recorded',
    source: 'invented',
    enriched_at: '2026-07-10T21:00:00.000Z',
    ...known,
  }
}

/** Creates a generator of random numbers in [0, 1) that depend only on the seed (mulberry32). */
function drawFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const NAMES = [
  'Northern',
  'Coca-Bean',
  'Estée',
  'T & T',
  "O'Hara",
  'Data',
  'Delta',
  'Water',
  '𝐀lpha',
  '100% Pure',
  'a_b',
]
const KINDS = ['Holdings', 'Industries', 'Bank of the West', 'Inc.', 'Group', 'Data Corp']
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'

function inventRating(draw: () => number) {
  const parts = RATING_PARTS.map(({ key, label, max }) => {
    const unknown = draw() < 0.1
    const points = unknown ? 0 : Math.round(draw() * max * 100) / 100
    const explanation = `${label}: as good as ${points} of ${max} points, and what else a sentence may say of it.`
    return {
      key,
      label,
      points,
      max,
      inputs: { seen: Math.round(draw() * 1e6) / 100, source: 'invented' },
      unknown,
      explanation,
    }
  })
  const sum = (some: readonly { readonly points: number }[]) =>
    some.reduce((total, { points }) => total + Math.round(points * 100), 0) / 100
  const rated = draw() < 0.85
  return {
    cc_score: rated ? sum(parts) : null,
    cc_score_core: sum(parts.slice(0, -1)),
    score_parts: parts,
    score_points: parts.map(({ points, unknown }) => (unknown ? null : points)),
    score_reason: rated ? null : 'no_writable_call',
    score_history: rated ? [{ date: '2026-07-10', score: sum(parts) }] : [],
  }
}

/** Creates rows that depend only on the seed, with some unknown fields and many equal values. */
export function inventRows(count: number, seed = 1): ScreenerRow[] {
  const draw = drawFrom(seed)
  const pick = <T>(from: readonly T[]): T => from[Math.floor(draw() * from.length)] as T
  const maybe = (value: () => number) => (draw() < 0.15 ? null : value())
  const tenth = (scale: number) => Math.round(draw() * scale * 10) / 10
  return Array.from({ length: count }, (_, index) => {
    const symbol = `${LETTERS[Math.floor(index / 676) % 26]}${LETTERS[Math.floor(index / 26) % 26]}${LETTERS[index % 26]}`
    const marketCap = maybe(() => pick([300e6, 2e9, 10e9, 1e12, Math.round(10 ** (8 + draw() * 4.5))]))
    return inventRow({
      symbol: index % 97 === 5 ? `${symbol}.B` : symbol,
      company_name: `${pick(NAMES)} ${pick(KINDS)}`,
      sector: draw() < 0.1 ? pick([null, '', 'Unheard Of']) : pick(gicsSectors),
      ...inventRating(draw),
      current_price: maybe(() => tenth(500)),
      market_cap: marketCap === null ? null : `$${marketCap}`,
      market_cap_value: marketCap,
      best_ann_yield: maybe(() => tenth(40)),
      best_dte: maybe(() => 21 + Math.floor(draw() * 40)),
      bid_ask_spread: maybe(() => tenth(2)),
      open_interest: maybe(() => Math.floor(draw() * 5_000)),
      avg_call_volume: maybe(() => tenth(900)),
      iv_rank: maybe(() => tenth(100)),
      iv_percentile: maybe(() => tenth(100)),
      rsi: maybe(() => tenth(100)),
      stochastic_k: maybe(() => tenth(100)),
      ma_20: maybe(() => tenth(500)),
      price_vs_ma: maybe(() => tenth(20) - 10),
      volume: maybe(() => Math.floor(draw() * 1e7)),
      dividend_yield: maybe(() => tenth(6)),
      net_margin: maybe(() => tenth(60) - 20),
      debt_to_equity: maybe(() => tenth(3)),
      display_in_app: draw() < 0.9 ? 1 : 0,
      best_bid: maybe(() => tenth(9)),
      best_delta: maybe(() => Math.round(draw() * 300) / 1_000),
      best_if_called_return_pct: maybe(() => tenth(8)),
      best_liquidity: draw() < 0.8 ? 'liquid' : pick(['thin', null]),
      best_expiration: draw() < 0.85 ? pick(['2026-08-07', '2026-08-14', '2026-08-21']) : null,
      earnings_date: draw() < 0.7 ? pick(['2026-07-30', '2026-08-14', '2026-10-22']) : null,
      days_to_earnings: maybe(() => Math.floor(draw() * 90)),
      ex_dividend_date: draw() < 0.4 ? pick(['2026-07-31', '2026-08-14', '2026-09-04']) : null,
    })
  })
}
