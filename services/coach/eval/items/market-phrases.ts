import { type EvalItem, item } from '../item.ts'

export const marketPhrases: readonly EvalItem[] = [
  item('find_options', '30 delta call on pfizer', [
    ['find_options', { symbol: 'PFE', delta_min: 0.25, delta_max: 0.35 }],
  ]),
  item('find_options', 'AAPL calls, 35 DTE, 0.25 delta, min premium 0.50', [
    ['find_options', { symbol: 'AAPL', dte_min: 28, dte_max: 42, delta_min: 0.2, delta_max: 0.3, premium_min: 0.5 }],
  ]),
  item('find_options', 'AAPL covered call ideas for next month?', [
    ['find_options', { symbol: 'AAPL', dte_min: 23, dte_max: 37 }],
  ]),
  item('compare', 'Compare the 400 and 410 strikes for MSFT', [
    ['list_expirations', { symbol: 'MSFT' }],
    ['compare_strikes', { symbol: 'MSFT', expiration: '2026-12-24', strikes: [400, 410] }],
  ]),
  item('find_options', 'I have 300 shares of AMD, what should I sell?', [['find_options', { symbol: 'AMD' }]]),
  item(
    'find_options',
    "I'd like to sell calls against my Disney shares, what's available 45 days out?",
    [['coverable_calls', { symbol: 'DIS' }]],
    { must: ['100 shares of DIS are already covered by 1 open call'] },
  ),
  item('find_options', 'SHOW ME AAPL CALLS WITH DELTA 0.2-0.3', [
    ['find_options', { symbol: 'AAPL', delta_min: 0.2, delta_max: 0.3 }],
  ]),
  item('find_options', 'Show me 3 calls on GOOGL under 0.3 delta', [
    ['find_options', { symbol: 'GOOGL', delta_max: 0.3, limit: 3 }],
  ]),
  item('find_options', 'Show me the highest yielding calls on AMD that expire in about six weeks', [
    ['find_options', { symbol: 'AMD', dte_min: 35, dte_max: 49 }],
  ]),
  item('top_stocks', 'WHAT ARE THE BEST STOCKS FOR COVERED CALLS', [['top_covered_call_stocks', {}]]),
  item('find_options', 'What is the expected move for NVDA?', [['find_options', { symbol: 'NVDA' }]]),
  item('find_options', 'What strikes should I look at on MSFT if I want a delta around .25?', [
    ['find_options', { symbol: 'MSFT', delta_min: 0.2, delta_max: 0.3 }],
  ]),
  item('find_options', "What's the safest covered call on AAPL?", [
    ['find_options', { symbol: 'AAPL', delta_min: 0.1, delta_max: 0.2 }],
  ]),
  item('find_options', 'aapl jan 15 2027 calls .2-.3 delta pls', [
    ['list_expirations', { symbol: 'AAPL' }],
    ['find_options', { symbol: 'AAPL', expiration: '2027-01-15', delta_min: 0.2, delta_max: 0.3 }],
  ]),
  item('market_dates', 'any ex-dividend dates in the next 2 weeks for my stocks?', [['upcoming_events', { days: 14 }]]),
  item('market_dates', 'are your prices real time?', [['market_status', {}]]),
  item('top_stocks', 'best candidates in technology sorted by yield', [
    ['top_covered_call_stocks', { sector: 'technology', sort_by: 'best_ann_yield', sort_order: 'desc' }],
  ]),
  item('find_options', 'calls w/ delta lower than 0.2 on amazon, expiry jan', [
    ['list_expirations', { symbol: 'AMZN' }],
    ['find_options', { symbol: 'AMZN', expiration: '2027-01-15', delta_max: 0.2 }],
  ]),
  item('market_dates', 'do any of my positions have earnings before expiration?', [['own_figures', {}]], {
    must: [/earnings/u, /expiration/u],
  }),
  item('market_dates', 'earnings calendar for NVDA and TSLA', [
    ['upcoming_events', { symbols: ['NVDA', 'TSLA'], days: 120 }],
  ]),
  item('market_dates', 'expiration dates for Tesla', [['list_expirations', { symbol: 'TSLA' }]]),
  item('find_options', 'find out of the money calls on GOOGL', [['find_options', { symbol: 'GOOGL' }]]),
  item('top_stocks', 'give me 3 ideas for income under 100 dollars a share', [
    ['top_covered_call_stocks', { max_price: 100, limit: 3 }],
  ]),
  item('top_stocks', 'give me your best idea', [['top_covered_call_stocks', {}]]),
  item('market_dates', 'how many days until the december expiration for AAPL', [
    ['list_expirations', { symbol: 'AAPL' }],
  ]),
  item('market_dates', 'is friday a half day', [['market_status', { date: '2026-11-27' }]]),
  item('market_dates', 'is the market closed on December 25th', [['market_status', { date: '2026-12-25' }]]),
  item('find_options', 'is there anything on bank of america with at least 15% annualized yield?', [
    ['find_options', { symbol: 'BAC' }],
  ]),
  item('top_stocks', 'large cap stocks with iv rank between 40 and 60', [
    ['top_covered_call_stocks', { iv_rank_min: 40, market_cap: 'large' }],
  ]),
  item('find_options', 'list weekly calls for Ford', [
    ['list_expirations', { symbol: 'F' }],
    ['find_options', { symbol: 'F', expiration: '2026-11-27' }],
  ]),
  item('find_options', 'pull the nvda chain for 12/18', [
    ['list_expirations', { symbol: 'NVDA' }],
    ['find_options', { symbol: 'NVDA', expiration: '2026-12-18' }],
  ]),
  item('top_stocks', 'rank the stocks by IV rank', [
    ['top_covered_call_stocks', { sort_by: 'iv_rank', sort_order: 'desc' }],
  ]),
  item('top_stocks', 'screen for stocks below $30 with yield above 15%', [
    ['top_covered_call_stocks', { min_yield: 15, max_price: 30 }],
  ]),
  item('top_stocks', 'show me energy stocks', [['top_covered_call_stocks', { sector: 'Energy' }]]),
  item('find_options', 'show options for apple between 30 and 45 days with delta .15 to .25', [
    ['find_options', { symbol: 'AAPL', dte_min: 30, dte_max: 45, delta_min: 0.15, delta_max: 0.25 }],
  ]),
  item('top_stocks', "stocks that aren't overbought with a high score", [['top_covered_call_stocks', { rsi_max: 70 }]]),
  item('top_stocks', 'top rated stocks', [['top_covered_call_stocks', {}]]),
  item('market_dates', 'what are market hours today', [['market_status', { date: '2026-11-24' }]]),
  item('top_stocks', 'what are the top 3 opportunities today', [['top_covered_call_stocks', { limit: 3 }]]),
  item('find_options', 'what can I get for selling a tesla call 2 weeks out', [
    ['find_options', { symbol: 'TSLA', dte_min: 7, dte_max: 21 }],
  ]),
  item('find_options', 'what premium can i collect on 500 shares of BAC', [['find_options', { symbol: 'BAC' }]]),
  item('compare', "what's better for AMD: 41 or 43 strike calls expiring jan 15?", [
    ['list_expirations', { symbol: 'AMD' }],
    ['compare_strikes', { symbol: 'AMD', expiration: '2027-01-15', strikes: [41, 43] }],
  ]),
  item(
    'analyze_calculate',
    "what's the annualized return on a 2.10 premium for a 95 dollar stock with 40 days, strike 100",
    [['calc_covered_call', { entry_price: 95, strike: 100, premium: 2.1, shares: 100, days: 40 }]],
  ),
  item('market_dates', 'when does Apple go ex dividend', [['upcoming_events', { symbols: ['AAPL'], days: 120 }]]),
  item('market_dates', 'when does the market open', [['market_status', {}]]),
  item('top_stocks', 'which of the top stocks have no earnings for the next 40 days', [
    ['top_covered_call_stocks', { earnings_after_days: 40 }],
  ]),
  item('top_stocks', 'which stock is the best to write covered calls on right now', [['top_covered_call_stocks', {}]]),
  item('top_stocks', 'which stocks pay the most premium', [
    ['top_covered_call_stocks', { sort_by: 'best_ann_yield', sort_order: 'desc' }],
  ]),
]
