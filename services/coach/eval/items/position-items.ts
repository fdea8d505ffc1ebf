import { type EvalItem, type ExpectedCall, item } from '../item.ts'

const roll = (args: ExpectedCall[1]): ExpectedCall[] => [['roll_candidates', args]]
const position = (args: ExpectedCall[1]): ExpectedCall[] => [['analyze_position', args]]
const review = (focus: string): ExpectedCall[] => [['portfolio_review', { focus }]]

export const rollItems: readonly EvalItem[] = [
  item('roll', 'roll my MSFT call', roll({ symbol: 'MSFT' }), {
    card: 'roll_table',
    must: ['$20.01', '$2,001.00', 'per contract'],
  }),
  item('roll', 'what are my options to roll the microsoft position out and up', roll({ symbol: 'MSFT' }), {
    card: 'roll_table',
  }),
  item(
    'roll',
    'can i roll msft to 60-90 days for a credit',
    roll({ symbol: 'MSFT', dte_min: 60, dte_max: 90, allow_debit: null }),
    {},
  ),
  item(
    'roll',
    'roll MSFT to at least the 390 strike, a debit is fine',
    roll({ symbol: 'MSFT', min_strike: 390, allow_debit: true }),
    {},
  ),
  item('roll', 'rolling candidates for my coke call', roll({ symbol: 'KO' }), {}),
  item('roll', 'roll my aapl', roll({ symbol: 'AAPL' }), { card: 'clarify', must: ['several positions'] }),
  item(
    'roll',
    'roll my AAPL 90 call',
    [
      ['portfolio_review', {}],
      ['roll_candidates', { position_id: 'pos-aapl-1' }],
    ],
    {},
  ),
  item('roll', 'should I roll TSLA?', roll({ symbol: 'TSLA' }), { must: ['no position in TSLA'] }),
]

export const portfolioItems: readonly EvalItem[] = [
  item('portfolio', 'how is my portfolio doing?', review('all'), {
    card: 'portfolio_summary',
    must: ['$4,118.50', 'NVDA', 'DIS'],
  }),
  item('portfolio', 'Review my positions', review('all'), { card: 'portfolio_summary' }),
  item('portfolio', 'which of my positions need attention', review('actions'), { must: ['KO', 'MSFT'] }),
  item('portfolio', 'what should I do today?', review('actions'), {}),
  item('portfolio', 'which positions are at risk of assignment', review('risk'), { must: ['0.789'] }),
  item('portfolio', 'how much premium have i collected in total', [['income_summary', {}]], { must: ['$2,820.00'] }),
  item('portfolio', 'my biggest losers', review('all'), { must: ['DIS'] }),
  item('portfolio', 'my porfolio p&l please', review('all'), { must: ['$4,118.50'] }),
  item('portfolio', 'analyze my KO position', position({ symbol: 'KO' }), {
    card: 'recommendation',
    must: ['$122.50'],
  }),
  item('portfolio', 'how is my nvidia covered call', position({ symbol: 'NVDA' }), {
    card: 'recommendation',
    must: ['$2,746.50'],
  }),
  item('portfolio', 'what happens if my MSFT shares get called away', position({ symbol: 'MSFT' }), {
    must: ['$2,075.00'],
  }),
]

export const whyItems: readonly EvalItem[] = [
  item('why', 'why is my MSFT position a roll out & up?', position({ symbol: 'MSFT' }), {
    card: 'recommendation',
    must: ['Roll Out & Up', '0.789', 'at least 0.500'],
  }),
  item('why', 'why does it say hold for my NVDA call?', position({ symbol: 'NVDA' }), {
    must: ['Rule Close (50% Profit) applies'],
  }),
  item('why', 'should I close my DIS position?', position({ symbol: 'DIS' }), {
    must: ['the rules say'],
    mustNot: [/you should (?:close|hold|sell)/iu],
  }),
  item('why', 'what do you recommend for my coca cola call', position({ symbol: 'KO' }), {
    must: ['the rules say', 'not advice'],
  }),
  item('why', ['analyze my msft position', 'why?'], position({ symbol: 'MSFT' }), { must: ['at least 0.500'] }),
  item(
    'why',
    ['Which stocks have the best covered call scores?', 'why is the first one on top?'],
    [['stock_snapshot', { symbol: 'NVDA' }]],
    { must: [/\b47\b/u, 'IV rank'] },
  ),
  item('why', ['how is my portfolio doing?', 'why do they need attention?'], [['portfolio_review', {}]], {
    must: ['KO'],
  }),
  item('why', 'explain the recommendation for my disney position', position({ symbol: 'DIS' }), {}),
]
