import { type EvalItem, item } from '../item.ts'

/** Questions written after the rules to find missing rules. */
export const furtherPhrases: readonly EvalItem[] = [
  item('find_options', 'could you pull call options for Meta expiring in 3 to 5 weeks, delta no more than 0.25', [
    ['find_options', { symbol: 'META', dte_min: 21, dte_max: 35, delta_max: 0.25 }],
  ]),
  item('find_options', 'best covered call on CAT with OI above 200', [
    ['find_options', { symbol: 'CAT', open_interest_min: 200 }],
  ]),
  item('find_options', 'which Amazon calls bring more than $3 premium in December', [
    ['list_expirations', { symbol: 'AMZN' }],
    ['find_options', { symbol: 'AMZN', expiration: '2026-12-18', premium_min: 3 }],
  ]),
  item('top_stocks', 'give me the 5 best scoring names under 60 dollars', [
    ['top_covered_call_stocks', { max_price: 60, limit: 5 }],
  ]),
  item('top_stocks', 'companies with IV rank of at least 45 and yield over 15 percent', [
    ['top_covered_call_stocks', { min_yield: 15, iv_rank_min: 45 }],
  ]),
  item('compare', 'KO 120 vs 122.5 calls for december 18', [
    ['list_expirations', { symbol: 'KO' }],
    ['compare_strikes', { symbol: 'KO', expiration: '2026-12-18', strikes: [120, 122.5] }],
  ]),
  item('compare', 'stack up the 60 and 62 strikes on CAT', [
    ['list_expirations', { symbol: 'CAT' }],
    ['compare_strikes', { symbol: 'CAT', expiration: '2026-12-24', strikes: [60, 62] }],
  ]),
  item('market_dates', 'is the exchange open on the Friday after Thanksgiving', [
    ['market_status', { date: '2026-11-27' }],
  ]),
  item('market_dates', "when's the ex-div date for Ford", [['upcoming_events', { symbols: ['F'], days: 120 }]]),
  item('market_dates', 'list monthly expirations for GOOGL', [['list_expirations', { symbol: 'GOOGL' }]]),
  item('find_options', 'list calls on Bank of America with strike above 21', [
    ['find_options', { symbol: 'BAC', strike_min: 21 }],
  ]),
  item('find_options', 'how do Intel calls look 4 weeks out', [
    ['find_options', { symbol: 'INTC', dte_min: 21, dte_max: 35 }],
  ]),
  item('top_stocks', 'rank tech by premium yield', [
    ['top_covered_call_stocks', { sector: 'technology', sort_by: 'best_ann_yield', sort_order: 'desc' }],
  ]),
  item('top_stocks', 'find me stocks at less than 25 dollars a share with decent scores', [
    ['top_covered_call_stocks', { max_price: 25 }],
  ]),
  item('top_stocks', 'which financial companies have a rating over 34', [
    ['top_covered_call_stocks', { sector: 'financial', min_score: 34 }],
  ]),
  item('compare', 'put the AAPL 85 and 87.5 calls next to each other for Dec 18', [
    ['list_expirations', { symbol: 'AAPL' }],
    ['compare_strikes', { symbol: 'AAPL', expiration: '2026-12-18', strikes: [85, 87.5] }],
  ]),
  item('market_dates', 'when does the market close today', [['market_status', { date: '2026-11-24' }]]),
  item('analyze_calculate', 'analyze writing the DIS 225 call for Jan 15', [
    ['list_expirations', { symbol: 'DIS' }],
    ['analyze_trade', { symbol: 'DIS', strike: 225, expiration: '2027-01-15' }],
  ]),
  item('analyze_calculate', 'I paid 35 for 400 AMD shares. What does the 42 call expiring December 18 earn me?', [
    ['list_expirations', { symbol: 'AMD' }],
    ['analyze_trade', { symbol: 'AMD', strike: 42, expiration: '2026-12-18', entry_price: 35, shares: 400 }],
  ]),
  item('analyze_calculate', 'profit if assigned: cost 19, strike 20.5, premium .38, 300 shares, 40 days', [
    ['calc_covered_call', { entry_price: 19, strike: 20.5, premium: 0.38, shares: 300, days: 40 }],
  ]),
  item('roll', 'should I roll my Disney call out?', [['roll_candidates', { symbol: 'DIS' }]]),
  item('roll', 'which rolls does Coke offer with a strike of at least 125?', [
    ['roll_candidates', { symbol: 'KO', min_strike: 125 }],
  ]),
  item('portfolio', 'which holdings are losing?', [['portfolio_review', { focus: 'all' }]]),
  item('portfolio', 'show positions sorted by risk', [['portfolio_review', { focus: 'risk' }]]),
  item('portfolio', 'income from my positions', [], { mayCall: true, must: [/\$|yield/u] }),
  item('portfolio', 'what does the app say I should do with NVDA', [['analyze_position', { symbol: 'NVDA' }]]),
  item('portfolio', 'why did my KO recommendation come out as hold', [['analyze_position', { symbol: 'KO' }]]),
  item('explain', 'define extrinsic value', [['explain_concept', { term: 'time_value' }]]),
  item('explain', "what's the meaning of headroom in expected moves", [['explain_concept', { term: 'headroom_em' }]]),
  item('explain', 'how does the screener compute its score?', [['explain_concept', { term: 'callwright_rating' }]]),
  item('explain', 'how can I export my positions?', [['app_help', {}]]),
  item('analyze_calculate', 'what about selling the Google 60 call in 45 days', [
    ['analyze_trade', { symbol: 'GOOGL', strike: 60, dte: 45 }],
  ]),
  item('analyze_calculate', "MSFT at 381, 400 call 5.20 premium 30 days, what's my annualized return?", [
    ['calc_covered_call', { entry_price: 381, strike: 400, premium: 5.2, shares: 100, days: 30, symbol: 'MSFT' }],
  ]),
  item('analyze_calculate', 'breakeven if I buy 200 CAT at 59.48 and sell 64 calls at 0.61', [
    ['calc_covered_call', { entry_price: 59.48, strike: 64, premium: 0.61, shares: 200, symbol: 'CAT' }],
  ]),
  item('roll', 'give me roll ideas for Microsoft 45 to 75 days out', [
    ['roll_candidates', { symbol: 'MSFT', dte_min: 45, dte_max: 75 }],
  ]),
  item('roll', 'could I roll my Apple 90 call to 95 in February?', [
    ['portfolio_review', {}],
    ['roll_candidates', { position_id: 'pos-aapl-1', dte_min: 77, dte_max: 97, min_strike: 95 }],
  ]),
  item('portfolio', 'overall profit and loss?', [['portfolio_review', { focus: 'all' }]]),
  item('portfolio', 'which positions expire soon', [['portfolio_review', { focus: 'all' }]]),
  item('portfolio', 'how close is my DIS call to 50% profit', [['analyze_position', { symbol: 'DIS' }]]),
  item('portfolio', 'show rule trace for MSFT', [['analyze_position', { symbol: 'MSFT' }]]),
  item('explain', 'what is assignment risk', [['explain_concept', { term: 'early_assignment_when' }]]),
  item('explain', 'explain bid ask spread', [['explain_concept', { term: 'bid_ask_spread' }]]),
  item('explain', 'how do I save a screen', [['app_help', {}]]),
  item('market_dates', 'upcoming events for PFE', [['upcoming_events', { symbols: ['PFE'] }]]),
  item('market_dates', 'anything on the horizon for Coca-Cola?', [['upcoming_events', { symbols: ['KO'] }]]),
]
