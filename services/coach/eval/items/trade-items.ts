import { type EvalItem, type ExpectedCall, item } from '../item.ts'

const trade = (args: ExpectedCall[1]): ExpectedCall[] => [['analyze_trade', args]]
const calc = (args: ExpectedCall[1]): ExpectedCall[] => [['calc_covered_call', args]]
const card = { card: 'trade_card' } as const

export const tradeItems: readonly EvalItem[] = [
  item(
    'analyze_calculate',
    'Analyze a covered call for a 400 strike with 30 days to expiry',
    trade({ symbol: 'MSFT', strike: 400, dte: 30 }),
    {
      ...card,
      page: { path: '/analysis', symbol: 'MSFT' },
      must: ['$400.00', 'Dec 24, 2026', '$381.27', 'nearest'],
    },
  ),
  item('analyze_calculate', 'Analyze a covered call for a 400 strike with 30 days to expiry', [], {
    card: 'clarify',
    must: ['Which stock'],
  }),
  item(
    'analyze_calculate',
    'analyse the $90 apple call expiring Dec 18',
    [
      ['list_expirations', { symbol: 'AAPL' }],
      ['analyze_trade', { symbol: 'AAPL', strike: 90, expiration: '2026-12-18' }],
    ],
    card,
  ),
  item(
    'analyze_calculate',
    'what do you think of selling the nvda 70 strike about a month out?',
    trade({ symbol: 'NVDA', strike: 70, dte: 30 }),
    card,
  ),
  item(
    'analyze_calculate',
    'Evaluate TSLA 600 covered call 45 days, I own 200 shares at 480',
    trade({ symbol: 'TSLA', strike: 600, dte: 45, entry_price: 480, shares: 200 }),
    card,
  ),
  item(
    'analyze_calculate',
    'I bought 300 shares at 61.20 and sold the 65 call for 1.85 with 35 days left, what do I make?',
    calc({ entry_price: 61.2, strike: 65, premium: 1.85, shares: 300, days: 35 }),
    {
      ...card,
      must: ['$555.00', '$1,695.00', '$59.35'],
    },
  ),
  item(
    'analyze_calculate',
    'calculate: stock at 50, strike 55, premium $120 per contract, 100 shares',
    calc({ entry_price: 50, strike: 55, premium: 1.2, shares: 100 }),
    {
      ...card,
      must: ['$120.00', '$620.00', '12.4%', '$48.80'],
    },
  ),
  item(
    'analyze_calculate',
    'what is my return if called: entry 42, strike 45, premium 1.10?',
    calc({ entry_price: 42, strike: 45, premium: 1.1, shares: 100 }),
    { ...card, must: ['9.8%'] },
  ),
  item(
    'analyze_calculate',
    'work out breakeven for 250 shares bought at 30 with the 33 call at 0.90',
    calc({ entry_price: 30, strike: 33, premium: 0.9, shares: 250 }),
    {
      must: ['50 of the shares'],
    },
  ),
  item('analyze_calculate', 'how much would I make on a covered call?', [], { must: ['need'] }),
]

const compare = (args: ExpectedCall[1]): ExpectedCall[] => [['compare_strikes', args]]

export const compareItems: readonly EvalItem[] = [
  item(
    'compare',
    'compare the 85 and 90 strikes on AAPL for Dec 18',
    compare({ symbol: 'AAPL', expiration: '2026-12-18', strikes: [85, 90] }),
    {
      card: 'strike_comparison',
      must: ['$85.00', '$90.00', 'Dec 18, 2026'],
    },
  ),
  item('compare', 'AAPL 85 vs 90 vs 95 calls', compare({ symbol: 'AAPL', strikes: [85, 90, 95] }), {
    card: 'strike_comparison',
  }),
  item(
    'compare',
    'which is better on apple, the 87.5 or the 90 call?',
    compare({ symbol: 'AAPL', strikes: [87.5, 90] }),
    {},
  ),
  item(
    'compare',
    'nvda: 66/68/70 strikes side by side, 45 days',
    compare({ symbol: 'NVDA', expiration: '2027-01-08', strikes: [66, 68, 70] }),
    {},
  ),
  item(
    'compare',
    'compare 400 and 405 calls on microsoft about three weeks out',
    compare({ symbol: 'MSFT', expiration: '2026-12-18', strikes: [400, 405] }),
    {},
  ),
  item('compare', 'compare strikes on AMD', [], { card: 'clarify' }),
  item(
    'compare',
    'compare NVDA and AMD',
    [
      ['stock_snapshot', { symbol: 'NVDA' }],
      ['stock_snapshot', { symbol: 'AMD' }],
    ],
    { must: ['$61.93', '$37.85'] },
  ),
]

const concept = (term: string): ExpectedCall[] => [['explain_concept', { term }]]
const explained = { card: 'concept_card' } as const

export const explainItems: readonly EvalItem[] = [
  item('explain', 'Explain the ideal delta range for covered calls', concept('delta_choice'), {
    ...explained,
    must: ['0.20'],
  }),
  item('explain', 'what is theta?', concept('theta'), explained),
  item('explain', 'what does IV rank mean', concept('iv_rank'), explained),
  item('explain', 'define moneyness', concept('moneyness'), explained),
  item('explain', 'whats a covered call', concept('covered_call'), explained),
  item('explain', 'explain early assignment', concept('early_assignment'), explained),
  item('explain', 'how is the annualized yield calculated?', [['explain_concept', {}]], explained),
  item('explain', 'what is the difference between IV rank and IV percentile', concept('iv_rank_percentile'), explained),
  item('explain', 'what does rolling a call mean?', concept('roll_meaning'), explained),
  item('explain', 'breakeven?', concept('breakeven'), explained),
  item('explain', 'How do I import positions from a CSV?', [['app_help', {}]], { must: ['Import'] }),
  item('explain', 'where can I change my password', [['app_help', {}]], { must: ['Settings'] }),
  item('explain', 'explian implied volatilty', [['explain_concept', {}]], explained),
]
