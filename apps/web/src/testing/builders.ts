import type {
  AuthResponse,
  EnrichmentStatus,
  SavedScreen,
  ScorePart,
  ScreenerRow,
  ScreenerRowPart,
  Success,
  User,
} from '@callwright/contracts'

/** Made-up data: every symbol, name and price here is fictitious. */
export function buildUser(changes: Partial<User> = {}): User {
  return {
    id: 'user-1',
    username: 'robin',
    email: 'robin@example.test',
    full_name: 'Robin Example',
    is_demo: false,
    demo_ends_at: null,
    ...changes,
  }
}

export function buildGrant(changes: Partial<AuthResponse> = {}): AuthResponse {
  return { access_token: 'token-2', token_type: 'bearer', expires_in: 900, user: buildUser(), ...changes }
}

export function buildPart(changes: Partial<ScorePart> = {}): ScorePart {
  return {
    key: 'iv_rank',
    label: 'IV rank',
    points: 12.8,
    max: 15,
    inputs: {},
    unknown: false,
    explanation: 'IV rank 63.2: today’s IV within its one-year range.',
    ...changes,
  }
}

export function buildStock(changes: Partial<ScreenerRow> = {}): ScreenerRow {
  return {
    symbol: 'QAAA',
    company_name: 'Arden Foods',
    current_price: 120.5,
    market_cap: '$448B',
    market_cap_value: 448e9,
    market_cap_shares_date: null,
    sector: 'Information Technology',
    cc_score: 41.25,
    cc_score_core: 36.25,
    score_max: 60,
    score_version: '1',
    score_parts: [buildPart(), buildPart({ key: 'income', label: 'Income', points: 5, max: 10, explanation: 'Pays.' })],
    score_points: [12.8, 5],
    score_coverage: 1,
    score_reason: null,
    cc_score_previous: 40,
    cc_score_previous_date: '2026-07-09',
    cc_score_change: 1.25,
    score_history: [
      { date: '2026-07-09', score: 40 },
      { date: '2026-07-10', score: 41.25 },
    ],
    best_ann_yield: 21.68,
    best_dte: 35,
    best_contract: 'QAAA260814C00130000',
    best_expiration: '2026-08-14',
    best_strike: 130,
    best_delta: 0.22,
    best_bid: 1.2,
    best_window: 'standard',
    best_liquidity: 'liquid',
    best_if_called_return_pct: 9.9,
    bid_ask_spread: 0.1,
    open_interest: 900,
    avg_call_volume: 120,
    implied_volatility: 0.3204,
    iv_rank: 82.4,
    iv_rank_source: 'implied',
    iv_percentile: 91,
    iv_history_sessions: 252,
    rsi: 55.2,
    stochastic_k: 61,
    ma_20: 118,
    price_vs_ma: 2.1,
    volume: 1_000_000,
    dividend_yield: null,
    net_margin: 19.6,
    debt_to_equity: 0.7,
    credit_rating: null,
    earnings_date: null,
    days_to_earnings: null,
    ex_dividend_date: null,
    display_in_app: 1,
    missing_reason: null,
    as_of: '2026-07-10T20:00:00Z',
    data_class: 'recorded',
    source: 'recorded pack',
    enriched_at: '2026-07-10T20:05:00Z',
    ...changes,
  }
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** Builds this many stocks, named QAA, QAB and so on, the best rating first. */
export function buildStocks(count: number): ScreenerRow[] {
  return Array.from({ length: count }, (_, index) => {
    const symbol = `Q${letters[Math.floor(index / 26)]}${letters[index % 26]}`
    return buildStock({ symbol, company_name: `Company ${index + 1}`, cc_score: 55 - index / 10 })
  })
}

type View = Success<'screener.view'>

export function buildView(stocks: readonly ScreenerRowPart[], changes: Partial<View> = {}): View {
  return {
    status: 'success',
    stocks: [...stocks],
    pagination: { total: stocks.length, limit: 25, offset: 0 },
    total: stocks.length,
    universe_total: stocks.length,
    relaxations: [],
    weights: 'default',
    source: 'recorded pack',
    message: null,
    last_updated: '2026-07-10T20:05:00Z',
    cache_status: 'fresh',
    data_class: 'recorded',
    as_of: '2026-07-10T20:00:00Z',
    ...changes,
  }
}

/**
 * The page of `stocks` that a query asks for. Stocks stay in the given order; symbols and fields that were not
 * requested are left out.
 */
export function buildViewPage(
  stocks: readonly ScreenerRow[],
  query: URLSearchParams,
  changes: Partial<View> = {},
): View {
  const limit = Number(query.get('limit'))
  const offset = Number(query.get('offset'))
  const fields = query.get('fields')?.split(',')
  const symbols = query.get('symbols')?.split(',')
  const asked = symbols === undefined ? stocks : stocks.filter(({ symbol }) => symbols.includes(symbol))
  return buildView(
    asked.slice(offset, offset + limit).map((stock) => pickFields(stock, fields)),
    {
      pagination: { total: asked.length, limit, offset },
      total: asked.length,
      universe_total: stocks.length,
      ...changes,
    },
  )
}

function pickFields(stock: ScreenerRow, fields: readonly string[] | undefined): ScreenerRowPart {
  const { symbol, ...rest } = stock
  return { symbol, ...Object.fromEntries(Object.entries(rest).filter(([name]) => fields?.includes(name) ?? true)) }
}

export function buildSavedScreen(changes: Partial<SavedScreen> = {}): SavedScreen {
  return {
    id: 'screen-1',
    name: 'Star rated, mega cap',
    query: 'rating=40&cap=mega',
    tab: 'stocks',
    updated_at: '2026-07-10T20:05:00Z',
    ...changes,
  }
}

export function buildEnrichment(changes: Partial<EnrichmentStatus> = {}): EnrichmentStatus {
  return {
    status: 'success',
    state: 'idle',
    run_id: 'run-1',
    started_by: 'platform',
    total: 503,
    done: 503,
    failed: 0,
    queued: 0,
    active: 0,
    rate_per_second: null,
    eta_seconds: null,
    started_at: '2026-07-10T20:01:00Z',
    finished_at: '2026-07-10T20:05:00Z',
    next_refresh_at: null,
    workers: 1,
    stage: null,
    last_symbol: null,
    failures: [],
    incomplete: [],
    message: null,
    ...changes,
  }
}
