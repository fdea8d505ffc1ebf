import { type EvalItem, item } from '../item.ts'

export const ownPhrases: readonly EvalItem[] = [
  item('analyze_calculate', 'AAPL', [['stock_snapshot', { symbol: 'AAPL' }]]),
  item(
    'multi_turn',
    ['AAPL calls with delta 0.1 to 0.4', 'compare the top two'],
    [
      ['list_expirations', { symbol: 'AAPL' }],
      ['compare_strikes', { symbol: 'AAPL', expiration: '2026-12-24', strikes: [87.5, 90] }],
    ],
  ),
  item(
    'multi_turn',
    ['AAPL covered call ideas for next month?', 'compare the top two'],
    [
      ['analyze_trade', { symbol: 'AAPL', strike: 90, expiration: '2026-12-31' }],
      ['analyze_trade', { symbol: 'AAPL', strike: 90, expiration: '2026-12-24' }],
    ],
  ),
  item('analyze_calculate', 'Analyze selling the January 95 call on AAPL, I paid 78 for the stock', [
    ['list_expirations', { symbol: 'AAPL' }],
    ['analyze_trade', { symbol: 'AAPL', strike: 95, expiration: '2027-01-15', entry_price: 78 }],
  ]),
  item('portfolio', 'Any red flags in my holdings?', [['portfolio_review', { focus: 'actions' }]]),
  item('roll', 'Can you suggest a roll for KO with a net credit?', [['roll_candidates', { symbol: 'KO' }]]),
  item('portfolio', 'Do I have any positions on Tesla?', [['own_figures', {}]]),
  item(
    'multi_turn',
    ['Find AAPL call options with delta between 0.2 and 0.3', 'Now do TSLA'],
    [['find_options', { symbol: 'TSLA', delta_min: 0.2, delta_max: 0.3 }]],
  ),
  item(
    'multi_turn',
    ['Find AAPL call options with delta between 0.2 and 0.3', 'what about expiring in January instead?'],
    [
      ['list_expirations', { symbol: 'AAPL' }],
      ['find_options', { symbol: 'AAPL', expiration: '2027-01-15', delta_min: 0.2, delta_max: 0.3 }],
    ],
  ),
  item('explain', 'How is static return different from if-called return?', [
    ['explain_concept', { term: 'static_return' }],
    ['explain_concept', { term: 'if_called_return' }],
  ]),
  item('analyze_calculate', 'How volatile is NVDA?', [['stock_snapshot', { symbol: 'NVDA' }]]),
  item(
    'multi_turn',
    ['I bought 100 shares at 50, 55 strike, premium 1.20', 'what if premium was 1.50'],
    [['calc_covered_call', { entry_price: 50, strike: 55, premium: 1.5, shares: 100 }]],
  ),
  item(
    'analyze_calculate',
    'I hold 250 shares of Ford. how many contracts can I write and what would the 24.5 strike in January pay?',
    [
      ['list_expirations', { symbol: 'F' }],
      ['analyze_trade', { symbol: 'F', strike: 24.5, expiration: '2027-01-15', shares: 250 }],
    ],
  ),
  item('analyze_calculate', 'I own 500 shares at 118 and want to write the 125 call at 1.05', [
    ['calc_covered_call', { entry_price: 118, strike: 125, premium: 1.05, shares: 500 }],
  ]),
  item('portfolio', 'Is my MSFT call likely to be assigned?', [['analyze_position', { symbol: 'MSFT' }]]),
  item('analyze_calculate', 'MSFT 400', [['analyze_trade', { symbol: 'MSFT', strike: 400 }]]),
  item('analyze_calculate', 'Should I sell the KO 120 call expiring next Friday or wait?', [
    ['list_expirations', { symbol: 'KO' }],
    ['analyze_trade', { symbol: 'KO', strike: 120, expiration: '2026-12-04' }],
  ]),
  item('analyze_calculate', 'Tell me about Microsoft', [['stock_snapshot', { symbol: 'MSFT' }]]),
  item('explain', 'What data do you use?', [['app_help', {}]]),
  item('explain', 'What does the rating mean?', [['explain_concept', { term: 'callwright_rating' }]]),
  item('analyze_calculate', 'What is the yield on the MSFT 405 call?', [
    ['analyze_trade', { symbol: 'MSFT', strike: 405 }],
  ]),
  item('portfolio', 'What would I make if my Apple shares are assigned?', [['own_figures', {}]]),
  item('explain', "What's 'headroom'?", [['explain_concept', { term: 'headroom' }]]),
  item('portfolio', "What's the delta of my NVDA call?", [['analyze_position', { symbol: 'NVDA' }]]),
  item(
    'multi_turn',
    ['Which stocks have the best covered call scores?', 'only tech'],
    [['top_covered_call_stocks', { sector: 'technology' }]],
  ),
  item(
    'multi_turn',
    ['Which stocks have the best covered call scores?', 'which of those yield more than 25%?'],
    [['top_covered_call_stocks', { min_yield: 25 }]],
  ),
  item('portfolio', 'Why do you say close for DIS?', [['analyze_position', { symbol: 'DIS' }]]),
  item('portfolio', 'am I making money?', [['portfolio_review', { focus: 'all' }]]),
  item('analyze_calculate', 'analyze TSLA 600c 12/18', [
    ['list_expirations', { symbol: 'TSLA' }],
    ['analyze_trade', { symbol: 'TSLA', strike: 600, expiration: '2026-12-18' }],
  ]),
  item('multi_turn', ['analyze my KO position', 'what if it gets assigned?'], [['analyze_position', { symbol: 'KO' }]]),
  item(
    'multi_turn',
    ['analyze the MSFT 400 call', 'and with 60 days?'],
    [['analyze_trade', { symbol: 'MSFT', strike: 400, dte: 60 }]],
  ),
  item(
    'multi_turn',
    ['analyze the MSFT 400 call', 'what if I use the 410 instead'],
    [['analyze_trade', { symbol: 'MSFT', strike: 410 }]],
  ),
  item(
    'analyze_calculate',
    'calculate return on 100 shares bought at $25 with a $27.50 strike call sold for $0.60 expiring in 28 days',
    [['calc_covered_call', { entry_price: 25, strike: 27.5, premium: 0.6, shares: 100, days: 28 }]],
  ),
  item(
    'multi_turn',
    ['compare AAPL 85 and 90', 'which one has more downside protection?'],
    [
      ['list_expirations', { symbol: 'AAPL' }],
      ['compare_strikes', { symbol: 'AAPL', expiration: '2026-12-24', strikes: [85, 90] }],
    ],
  ),
  item('analyze_calculate', 'compare AAPL and MSFT for covered calls', [
    ['stock_snapshot', { symbol: 'AAPL' }],
    ['stock_snapshot', { symbol: 'MSFT' }],
  ]),
  item('explain', 'difference between delta and theta', [
    ['explain_concept', { term: 'delta' }],
    ['explain_concept', { term: 'theta' }],
  ]),
  item('multi_turn', ['explain delta', 'give me an example'], [['explain_concept', { term: 'delta' }]]),
  item('explain', 'explain qualified covered calls', [['explain_concept', { term: 'qualified_covered_call' }]]),
  item('explain', "explain theta decay to me like I'm five", [['explain_concept', { term: 'theta_meaning' }]]),
  item('portfolio', 'give me the details of the AAPL 95 position', [
    ['portfolio_review', {}],
    ['analyze_position', { position_id: 'pos-aapl-2' }],
  ]),
  item('portfolio', 'give me the details of the AAPL jan 95 position', [
    ['portfolio_review', {}],
    ['analyze_position', { position_id: 'pos-aapl-2' }],
  ]),
  item('explain', 'how do I add a position?', [['app_help', {}]]),
  item('explain', 'how do covered calls work', [['explain_concept', { term: 'covered_call' }]]),
  item('explain', 'how do you pick the best call?', [['explain_concept', { term: 'best_call' }]]),
  item('portfolio', 'how far can NVDA fall before I lose money on my position?', [
    ['analyze_position', { symbol: 'NVDA' }],
  ]),
  item(
    'multi_turn',
    ['how is my portfolio doing', 'roll the first one'],
    [
      ['portfolio_review', {}],
      ['roll_candidates', { symbol: 'MSFT' }],
    ],
  ),
  item(
    'multi_turn',
    ['how is my portfolio doing', 'the third one'],
    [
      ['portfolio_review', {}],
      ['analyze_position', { symbol: 'NVDA' }],
    ],
  ),
  item('explain', 'how is the callwright rating calculated', [['explain_concept', { term: 'callwright_rating' }]]),
  item('portfolio', 'how many contracts do I have', [['portfolio_review', { focus: 'all' }]]),
  item('analyze_calculate', 'how much do i make per contract selling NVDA 68 dec 24 calls', [
    ['list_expirations', { symbol: 'NVDA' }],
    ['analyze_trade', { symbol: 'NVDA', strike: 68, expiration: '2026-12-24' }],
  ]),
  item('analyze_calculate', 'how much premium would I get for the 64 strike on CAT', [
    ['analyze_trade', { symbol: 'CAT', strike: 64 }],
  ]),
  item('portfolio', 'how much profit have I captured on NVDA', [['analyze_position', { symbol: 'NVDA' }]]),
  item('portfolio', 'how much would it cost to close my MSFT call', [['analyze_position', { symbol: 'MSFT' }]]),
  item('analyze_calculate', 'if I buy F at 23.06 and sell the 24 call for 0.45 what is my max profit and breakeven', [
    ['calc_covered_call', { entry_price: 23.06, strike: 24, premium: 0.45, shares: 100 }],
  ]),
  item('analyze_calculate', 'is KO a good covered call stock?', [['stock_snapshot', { symbol: 'KO' }]]),
  item('analyze_calculate', 'is TSLA overbought?', [['stock_snapshot', { symbol: 'TSLA' }]]),
  item('multi_turn', ['is the market open today', 'and tomorrow?'], [['market_status', { date: '2026-11-25' }]]),
  item('portfolio', 'is there a risk my KO shares get called away because of the dividend?', [
    ['analyze_position', { symbol: 'KO' }],
  ]),
  item('portfolio', 'list all my positions', [['portfolio_review', { focus: 'all' }]]),
  item('analyze_calculate', 'max profit on 100 sh @ 45, 47.5c for 0.85', [
    ['calc_covered_call', { entry_price: 45, strike: 47.5, premium: 0.85, shares: 100 }],
  ]),
  item('analyze_calculate', 'msft 400c jan 15 analysis', [
    ['list_expirations', { symbol: 'MSFT' }],
    ['analyze_trade', { symbol: 'MSFT', strike: 400, expiration: '2027-01-15' }],
  ]),
  item('analyze_calculate', 'nvda price?', [['stock_snapshot', { symbol: 'NVDA' }]]),
  item('analyze_calculate', 'quote for amazn', [['stock_snapshot', { symbol: 'AMZN' }]]),
  item(
    'multi_turn',
    ['roll my MSFT call', 'even for a debit?'],
    [['roll_candidates', { symbol: 'MSFT', allow_debit: true }]],
  ),
  item(
    'multi_turn',
    ['roll my MSFT call', 'to at least 390'],
    [['roll_candidates', { symbol: 'MSFT', min_strike: 390 }]],
  ),
  item('roll', 'roll options for MSFT in january', [['roll_candidates', { symbol: 'MSFT', dte_min: 42, dte_max: 62 }]]),
  item('analyze_calculate', 'sell the 90 call on apple, good idea?', [
    ['analyze_trade', { symbol: 'AAPL', strike: 90 }],
  ]),
  item('portfolio', 'should I close or roll my nvidia position', [['analyze_position', { symbol: 'NVDA' }]]),
  item('portfolio', 'should I let my coke shares be called away?', [['analyze_position', { symbol: 'KO' }]]),
  item(
    'multi_turn',
    ['show me options on NVDA', 'which has the highest premium?'],
    [['find_options', { symbol: 'NVDA', sort_by: 'premium' }]],
  ),
  item('multi_turn', ['show me options on NVDA', 'why that expiration?'], [['find_options', { symbol: 'NVDA' }]]),
  item('analyze_calculate', 'stock 72.50 strike 75 premium 1.40 days 32', [
    ['calc_covered_call', { entry_price: 72.5, strike: 75, premium: 1.4, shares: 100, days: 32 }],
  ]),
  item('explain', 'tell me about early exercise around dividends', [
    ['explain_concept', { term: 'dividend_early_risk' }],
  ]),
  item(
    'multi_turn',
    ['top 5 covered call stocks', 'compare the first two'],
    [
      ['stock_snapshot', { symbol: 'NVDA' }],
      ['stock_snapshot', { symbol: 'AMD' }],
    ],
  ),
  item(
    'multi_turn',
    ['top 5 covered call stocks', 'tell me about the third'],
    [['stock_snapshot', { symbol: 'TSLA' }]],
  ),
  item('roll', 'what are my options to roll the microsoft position out and up', [
    ['roll_candidates', { symbol: 'MSFT' }],
  ]),
  item('explain', 'what does "let assign" mean', [['explain_concept', { term: 'let_assign' }]]),
  item('explain', 'what does OTM mean', [['explain_concept', { term: 'moneyness' }]]),
  item('explain', 'what does a delta of 0.3 mean?', [['explain_concept', { term: 'delta' }]]),
  item('explain', 'what happens at expiration', [['explain_concept', { term: 'expiration' }]]),
  item('multi_turn', ['what is NVDA trading at', 'is it overbought?'], [['stock_snapshot', { symbol: 'NVDA' }]]),
  item(
    'multi_turn',
    ['what is NVDA trading at', 'what calls can I sell on it?'],
    [['find_options', { symbol: 'NVDA' }]],
  ),
  item('explain', 'what is a good delta for covered calls', [['explain_concept', { term: 'delta_choice' }]]),
  item('multi_turn', ['what is delta', 'and theta?'], [['explain_concept', { term: 'theta' }]]),
  item('explain', 'what is iv percentile vs iv rank', [['explain_concept', { term: 'iv_rank_percentile' }]]),
  item('portfolio', 'what is my exposure', [['portfolio_review', { focus: 'all' }]]),
  item('explain', 'what is open interest and why does it matter?', [
    ['explain_concept', { term: 'open_interest_volume' }],
  ]),
  item('analyze_calculate', "what's amd's implied volatility", [['stock_snapshot', { symbol: 'AMD' }]]),
  item('portfolio', "what's my breakeven on DIS", [['analyze_position', { symbol: 'DIS' }]]),
  item('portfolio', "what's my total P&L", [['portfolio_review', { focus: 'all' }]]),
  item('portfolio', "what's my unrealized gain on apple", [['own_figures', {}]]),
  item('explain', "what's the risk of a covered call", [['explain_concept', { term: 'covered_call_risk' }]]),
  item('portfolio', "what's the status of my KO trade", [['analyze_position', { symbol: 'KO' }]]),
  item('analyze_calculate', 'whats the annualized yeild of the TSLA 600 call for dec 18th', [
    ['list_expirations', { symbol: 'TSLA' }],
    ['analyze_trade', { symbol: 'TSLA', strike: 600, expiration: '2026-12-18' }],
  ]),
  item('explain', 'whats the diff between bid and ask', [['explain_concept', { term: 'bid_ask_meaning' }]]),
  item('portfolio', 'when does my KO call expire', [['analyze_position', { symbol: 'KO' }]]),
  item('explain', 'when should I roll a covered call', [['explain_concept', { term: 'roll_when' }]]),
  item('explain', 'where do I change the theme?', [['app_help', {}]]),
  item('portfolio', 'which of my calls are in the money', [['portfolio_review', { focus: 'risk' }]]),
  item(
    'multi_turn',
    ['which of my positions need attention', 'what should I do about KO'],
    [['analyze_position', { symbol: 'KO' }]],
  ),
  item('multi_turn', ['which of my positions need attention', 'why MSFT?'], [['analyze_position', { symbol: 'MSFT' }]]),
  item('portfolio', 'which positions should I close?', [['portfolio_review', { focus: 'actions' }]]),
  item('portfolio', 'which rule fired for KO', [['analyze_position', { symbol: 'KO' }]]),
  item('explain', 'why does implied volatility matter', [['explain_concept', { term: 'iv_meaning' }]]),
]
