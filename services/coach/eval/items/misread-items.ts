import { type EvalItem, item } from '../item.ts'

/** Questions that an earlier version misunderstood or answered only in part. */
export const misreadItems: readonly EvalItem[] = [
  // Stocks given as letters, words, names and variant spellings, including after another stock.
  item('multi_turn', ['price of KO', "what's F trading at"], [['stock_snapshot', { symbol: 'F' }]], {
    mustNot: ['KO'],
  }),
  item('multi_turn', ['price of KO', 'and F?'], [['stock_snapshot', { symbol: 'F' }]], { mustNot: ['KO'] }),
  item('multi_turn', ['price of KO', 'price of gold'], [['search_symbols', { query: 'gold' }]], {
    mustNot: ['KO is', 'GS'],
  }),
  item('multi_turn', ['price of KO', 'and snowflake?'], [['search_symbols', { query: 'snowflake' }]], {
    mustNot: ['KO is'],
  }),
  item('failure', 'F price', [['stock_snapshot', { symbol: 'F' }]]),
  // Puts.
  item('analyze_calculate', "what's the premium on the AAPL 85 put", [['put_quotes', { symbol: 'AAPL', strike: 85 }]], {
    must: ['$85.00 put', '$83.17'],
    mustNot: [/\$85\.00 call/u],
  }),
  item('analyze_calculate', 'AAPL261218P00090000', [
    ['put_quotes', { symbol: 'AAPL', strike: 90, expiration: '2026-12-18' }],
  ]),
  // Contract symbols.
  item(
    'analyze_calculate',
    'AAPL261218C00090000',
    [['analyze_trade', { symbol: 'AAPL', strike: 90, expiration: '2026-12-18' }]],
    { card: 'trade_card' },
  ),
  item('analyze_calculate', 'what is the premium of AAPL  261218C00090000?', [
    ['analyze_trade', { symbol: 'AAPL', strike: 90, expiration: '2026-12-18' }],
  ]),
  item('analyze_calculate', 'AAPL Dec 18 2026 90 Call', [
    ['analyze_trade', { symbol: 'AAPL', strike: 90, expiration: '2026-12-18' }],
  ]),
  // Shares and contracts.
  item(
    'analyze_calculate',
    'I have 350 shares of CAT, how many covered calls can I write?',
    [['coverable_calls', { symbol: 'CAT', shares: 350 }]],
    { must: ['350 shares cover 3 calls (300 shares); 50 of them remain uncovered'] },
  ),
  item(
    'analyze_calculate',
    'how many contracts can I write on 250 shares',
    [['coverable_calls', { symbol: null, shares: 250 }]],
    {
      must: ['250 shares cover 2 calls', '50 of them'],
    },
  ),
  item(
    'analyze_calculate',
    'I have 60 shares of CAT, how many calls can I sell?',
    [['coverable_calls', { shares: 60 }]],
    {
      must: [/^0 calls/u],
    },
  ),
  item(
    'analyze_calculate',
    'I have 500 shares of NVDA, how many covered calls can I write?',
    [['coverable_calls', { symbol: 'NVDA', shares: 500 }]],
    { must: ['2 more: 500 shares cover 5 calls', 'you already have 3 open calls on NVDA'] },
  ),
  item('find_options', 'what calls can I write on my NVDA shares', [['coverable_calls', { symbol: 'NVDA' }]], {
    must: [/already cover/u],
    mustNot: ['a year'],
  }),
  // Roles of numbers.
  item(
    'find_options',
    'If I sell 2 NVDA Dec 18 calls at 0.20 delta what premium do I get?',
    [
      [
        'find_options',
        { symbol: 'NVDA', expiration: '2026-12-18', delta_min: 0.15, delta_max: 0.25, strike_min: null },
      ],
      ['analyze_trade', { strike: 70, shares: 200 }],
    ],
    { must: ['$70.00', '$176.00 for 2 contracts'], mustNot: ['no call at'] },
  ),
  item('find_options', 'sell the Dec 18 0.25 delta call on AAPL, premium?', [
    ['find_options', { symbol: 'AAPL', expiration: '2026-12-18', delta_min: 0.2, delta_max: 0.3 }],
  ]),
  item(
    'analyze_calculate',
    'what is the max loss on a covered call at 545 with 590 strike and 9.10 premium',
    [['calc_covered_call', { entry_price: 545, strike: 590, premium: 9.1 }]],
    { must: ['$53,590.00'] },
  ),
  item(
    'analyze_calculate',
    'CAT is at 66, what does the 65 call for Dec 18 pay?',
    [['analyze_trade', { symbol: 'CAT', strike: 65, entry_price: null }]],
    { must: [/^Not used: Stock at \$66\.00\./u] },
  ),
  ...[1, 2].map((contracts) =>
    item(
      'analyze_calculate',
      `What should I know before this trade? Sell ${contracts} KO Dec 18, 120 ${contracts === 1 ? 'call' : 'calls'}.`,
      [['analyze_trade', { symbol: 'KO', strike: 120, expiration: '2026-12-18', shares: 100 * contracts }]],
      { mustNot: ['I could not use', 'expiration asked for', 'expiration you asked for'] },
    ),
  ),
  // All positions, and a single named position.
  item('portfolio', 'when do my calls expire', [['portfolio_review', { focus: 'all' }]], {
    must: ['KO', 'MSFT', 'NVDA', 'DIS', '$90.00', '$95.00', 'in 3 days'],
  }),
  item('portfolio', 'what expirations do I have', [['portfolio_review', { focus: 'all' }]], { must: ['DIS'] }),
  item('portfolio', 'which of my positions are in the money', [['portfolio_review', {}]], {
    must: ['MSFT'],
    mustNot: ['DIS'],
  }),
  item('portfolio', 'which positions have captured more than 90%', [['portfolio_review', {}]], {
    must: ['KO'],
    mustNot: ['MSFT', 'AAPL'],
  }),
  item('portfolio', 'how much cash would it take to buy back all my calls', [['portfolio_review', {}]], {
    must: ['$2,524.00 in total'],
  }),
  item('portfolio', 'which position has the smallest cushion', [['portfolio_review', {}]], {
    must: [/^MSFT/u],
  }),
  item('portfolio', 'how am i doing against just holding the shares', [['portfolio_review', {}]], {
    must: ['$341.50'],
  }),
  item('portfolio', 'is the KO 122.5 call at risk of early exercise tomorrow', [['analyze_position', {}]], {
    must: ['not in the money', 'Nov 30, 2026', '$122.50 call expiring Nov 27'],
    mustNot: ['If the price stays'],
  }),
  item('out_of_scope', 'is my KO call a qualified covered call', [], { must: ['tax professional'] }),
  // A roll considers every later expiration.
  item('roll', 'should i roll msft tomorrow', [['roll_candidates', { dte_min: null, dte_max: null }]], {
    mustNot: ['let the shares go'],
  }),
  item('failure', 'price of NOPT', [['stock_snapshot', { symbol: 'NOPT' }]], {
    must: ['The next earnings date is unknown.'],
    mustNot: ['on unknown', 'is unknown a year', 'of unknown'],
  }),
]
