import { type EvalItem, type ExpectedCall, item } from '../item.ts'

const options = (args: ExpectedCall[1]): ExpectedCall[] => [['find_options', args]]
const stocks = (args: ExpectedCall[1]): ExpectedCall[] => [['top_covered_call_stocks', args]]
const table = { card: 'options_table' } as const
const list = { card: 'stock_list' } as const

export const findOptionsItems: readonly EvalItem[] = [
  item(
    'find_options',
    'Find me AAPL call options with delta between 0.2 and 0.3',
    options({ symbol: 'AAPL', delta_min: 0.2, delta_max: 0.3 }),
    {
      ...table,
      must: ['$83.17', '$90.00', 'Dec 24, 2026', '0.211'],
    },
  ),
  item(
    'find_options',
    'show me aapl calls, 20-30 delta',
    options({ symbol: 'AAPL', delta_min: 0.2, delta_max: 0.3 }),
    table,
  ),
  item(
    'find_options',
    'AAPL calls delta from 0.30 to 0.20 please',
    options({ symbol: 'AAPL', delta_min: 0.2, delta_max: 0.3 }),
    table,
  ),
  item('find_options', 'any good covered calls on Microsoft?', options({ symbol: 'MSFT', expiration: null }), {
    ...table,
    must: ['$381.27'],
  }),
  item('find_options', 'find nvidia optoins 30-45 DTE', options({ symbol: 'NVDA', dte_min: 30, dte_max: 45 }), table),
  item(
    'find_options',
    'TSLA calls expiring December 18',
    [
      ['list_expirations', { symbol: 'TSLA' }],
      ['find_options', { symbol: 'TSLA', expiration: '2026-12-18' }],
    ],
    { ...table, must: ['Dec 18, 2026'] },
  ),
  item(
    'find_options',
    'calls on AMD expiring on Christmas',
    [
      ['list_expirations', { symbol: 'AMD' }],
      ['find_options', { symbol: 'AMD', expiration: '2026-12-24' }],
    ],
    { ...table, must: ['nearest listed'] },
  ),
  item(
    'find_options',
    'I want AMD calls about a month out with at least $1 premium',
    options({ symbol: 'AMD', dte_min: 23, dte_max: 37, premium_min: 1 }),
    table,
  ),
  item(
    'find_options',
    'list $meta calls with strikes between 100 and 110',
    options({ symbol: 'META', strike_min: 100, strike_max: 110 }),
    table,
  ),
  item(
    'find_options',
    'what calls could I sell on Ford with open interest over 500?',
    options({ symbol: 'F', open_interest_min: 500 }),
    table,
  ),
  item(
    'find_options',
    'JPM options with a spread under 10% and delta below 0.3',
    options({ symbol: 'JPM', max_spread_pct: 10, delta_max: 0.3 }),
    table,
  ),
  item('find_options', 'show the option chain', options({ symbol: 'CAT' }), {
    ...table,
    page: { path: '/analysis', symbol: 'CAT' },
  }),
  item('find_options', 'Find call options with delta between 0.2 and 0.3', [], {
    card: 'clarify',
    must: ['Which stock'],
  }),
  item(
    'find_options',
    'conservative covered calls on Disney',
    options({ symbol: 'DIS', delta_min: 0.1, delta_max: 0.2 }),
    table,
  ),
  item(
    'find_options',
    'give me 5 exxon calls with the highest premium in january',
    [['find_options', { symbol: 'XOM', expiration: '2027-01-15', sort_by: 'premium', limit: 5 }]],
    table,
  ),
  item(
    'find_options',
    'GOOGL calls with premium of at least $60 per contract, 20 to 50 days',
    options({ symbol: 'GOOGL', premium_min: 0.6, dte_min: 20, dte_max: 50 }),
    table,
  ),
  item(
    'find_options',
    "what's the best strike to write on amazon next month",
    options({ symbol: 'AMZN', dte_min: 23, dte_max: 37 }),
    table,
  ),
]

export const topStocksItems: readonly EvalItem[] = [
  item('top_stocks', 'Which stocks have the best covered call scores?', stocks({ sort_by: null }), {
    ...list,
    must: ['NVDA', /\b47\b/u, '34.8%'],
  }),
  item('top_stocks', 'top 5 covered call stocks', stocks({ limit: 5 }), list),
  item('top_stocks', 'Top CC Stocks', stocks({}), list),
  item('top_stocks', 'best tech stocks for covered calls under $70', stocks({ sector: 'technology', max_price: 70 }), {
    ...list,
    must: ['NVDA', 'AMD'],
    mustNot: ['TSLA'],
  }),
  item('top_stocks', 'stocks yielding over 20%', stocks({ min_yield: 20 }), { ...list, must: ['TSLA'] }),
  item(
    'top_stocks',
    'show me mega cap candidates with a rating above 40',
    stocks({ market_cap: 'mega', min_score: 40 }),
    { ...list, must: ['AAPL'] },
  ),
  item('top_stocks', 'which stocks have iv rank over 60 and rsi below 60?', stocks({ iv_rank_min: 60, rsi_max: 60 }), {
    ...list,
    must: ['AMD'],
  }),
  item(
    'top_stocks',
    'highest yield stocks in the screener',
    stocks({ sort_by: 'best_ann_yield', sort_order: 'desc' }),
    list,
  ),
  item(
    'top_stocks',
    'bank stocks between $60 and $20 ... or anything in financials',
    stocks({ sector: 'financial', min_price: 20, max_price: 60 }),
    {},
  ),
  item('top_stocks', 'good candidates with no earnings for 60 days', stocks({ earnings_after_days: 60 }), list),
  item('top_stocks', 'list healthcare names for covered calls', stocks({ sector: 'healthcare' }), {
    ...list,
    must: ['PFE'],
  }),
  item('top_stocks', 'any covered-call ideas?', stocks({}), list),
  item(
    'top_stocks',
    'cheapest stocks with a score of at least 35',
    stocks({ sort_by: 'current_price', sort_order: 'asc', min_score: 35 }),
    list,
  ),
]

export const marketItems: readonly EvalItem[] = [
  item('market_dates', 'is the market open?', [['market_status', { date: null }]], {
    card: 'market_status',
    must: ['open now', '9:30 AM ET', '15 minutes'],
  }),
  item('market_dates', 'Is the stock market open on Thanksgiving?', [['market_status', { date: '2026-11-26' }]], {
    card: 'market_status',
    must: ['closed', 'Thanksgiving'],
  }),
  item(
    'market_dates',
    'what time does the market close on black friday?',
    [['market_status', { date: '2026-11-27' }]],
    { must: ['1:00 PM ET'] },
  ),
  item('market_dates', 'are markets closed tomorrow', [['market_status', { date: '2026-11-25' }]], {
    must: ['9:30 AM ET'],
  }),
  item('market_dates', 'which expirations does Apple have?', [['list_expirations', { symbol: 'AAPL' }]], {
    card: 'events_list',
    must: ['Dec 18, 2026', '24 days'],
  }),
  item('market_dates', 'does KO have weekly expirations', [['list_expirations', { symbol: 'KO' }]], {
    must: ['weekly'],
  }),
  item('market_dates', 'when does tesla report earnings?', [['upcoming_events', { symbols: ['TSLA'] }]], {
    card: 'events_list',
    must: ['Jan 20, 2027', '57 days'],
  }),
  item('market_dates', 'next ex-dividend date for JPM', [['upcoming_events', { symbols: ['JPM'] }]], {
    must: ['Jan 5, 2027'],
  }),
  item('market_dates', "what's coming up for my positions this month?", [['upcoming_events', { symbols: null }]], {
    must: ['KO', 'Nov 27, 2026'],
  }),
]

export const stockItems: readonly EvalItem[] = [
  item('analyze_calculate', 'how is NVDA doing today', [['stock_snapshot', { symbol: 'NVDA' }]], {
    ...list,
    must: ['$61.93', /\b47\b/u],
  }),
  item('analyze_calculate', "what's the RSI of tesla?", [['stock_snapshot', { symbol: 'TSLA' }]], {
    must: ['71.4', 'overbought'],
  }),
  item('analyze_calculate', 'iv rank for amd', [['stock_snapshot', { symbol: 'AMD' }]], { must: ['rank of 63 '] }),
  item('analyze_calculate', 'price of coca cola', [['stock_snapshot', { symbol: 'KO' }]], { must: ['$118.25'] }),
  item('analyze_calculate', 'what is the ticker for caterpillar', [['search_symbols', {}]], { must: ['CAT'] }),
]
