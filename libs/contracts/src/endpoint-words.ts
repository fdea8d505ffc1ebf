import type { Owner } from './endpoint-table.ts'
import type { Body, Params, PublicId, Query } from './endpoints.ts'

/** A request that the endpoint takes, as the parts it needs. */
type Example<Id extends PublicId> = {
  readonly params?: Params<Id>
  readonly query?: Query<Id>
  readonly body?: Body<Id>
}

interface Words<Id extends PublicId> {
  /** One plain sentence. */
  readonly summary: string
  readonly description?: string
  readonly example?: Example<Id>
}

export const ownerWords: Readonly<Record<Owner, { readonly name: string; readonly description: string }>> = {
  auth: { name: 'Accounts', description: 'Signing in, sessions and what the product keeps of a user.' },
  'market-data': { name: 'Market data', description: 'Quotes, bars, option chains, and the calls worth writing.' },
  screener: { name: 'Screener', description: 'The ranked view, and the run that fills it.' },
  portfolio: { name: 'Portfolio', description: 'Covered-call positions and what they are worth.' },
  coach: { name: 'Coach', description: 'Answers about covered calls, made of the figures of the product.' },
  gateway: { name: 'Gateway', description: 'What the public door answers by itself.' },
}

const aapl = { params: { symbol: 'AAPL' } } as const
const RETRIED_SAFELY = 'Asking again with the same Idempotency-Key repeats the first answer and writes nothing twice.'

/** What each endpoint is for, in words. Apart from the table, which the browser carries. */
export const endpointWords: { readonly [Id in PublicId]: Words<Id> } = {
  'auth.login': {
    summary: 'Signs a user in by username or email.',
    description: 'Sets the refresh cookie, which only /api/auth reads. The access token goes into every other request.',
    example: { body: { username: 'alice', password: 'correct horse battery' } },
  },
  'auth.register': {
    summary: 'Creates an account and signs it in.',
    example: { body: { username: 'alice', email: 'alice@example.com', password: 'correct horse battery' } },
  },
  'auth.refresh': {
    summary: 'Takes the refresh cookie for a new access token and a new cookie.',
    description: 'A browser sends the cookie by itself; a token is used once.',
  },
  'auth.demo': { summary: 'Makes a throw-away account with example positions and signs it in, for 24 hours.' },
  'auth.me': { summary: 'The account of the signed-in user.' },
  'auth.logout': { summary: 'Ends this session and clears its cookie.' },
  'auth.password': {
    summary: 'Changes the password and ends every other session.',
    example: { body: { current_password: 'correct horse battery', new_password: 'a longer secret of mine' } },
  },
  'auth.listSessions': { summary: 'Where the user is signed in, the last used first.' },
  'auth.revokeSessions': {
    summary: 'Ends one other session, or all others.',
    example: { query: { id: '4f6f2a1e-6a1d-4c53-9d0a-0a0f6f1c2b3d' } },
  },
  'auth.export': { summary: 'Everything the product keeps of the user, to take along.' },
  'auth.deleteMe': {
    summary: 'Closes the account for good.',
    description: 'The password shows once more that the account is theirs.',
    example: { body: { password: 'correct horse battery' } },
  },

  'stocks.search': {
    summary: 'Stocks by a symbol or a part of the company name.',
    example: { query: { q: 'apple' } },
  },
  'stocks.data': {
    summary: 'Price bars of a stock, with its earnings, dividends and splits.',
    example: { ...aapl, query: { timespan: 'day' } },
  },
  'stocks.quote': { summary: 'The last price of a stock and its change.', example: aapl },
  'stocks.indicators': {
    summary: 'A technical indicator of a stock, day by day.',
    example: { ...aapl, query: { indicator: 'rsi', window: 14 } },
  },
  'stocks.sp500': { summary: 'The companies of the S&P 500.' },
  'stocks.symbolsWithOptions': {
    summary: 'Stocks that have listed options.',
    example: { query: { search: 'AA', limit: 20 } },
  },

  'options.chain': {
    summary: 'The option chain of one expiration, with greeks and what the quotes lack.',
    example: { ...aapl, query: { type: 'call' } },
  },
  'options.expirations': {
    summary: 'The expirations of a stock, and what falls before each.',
    example: aapl,
  },
  'options.analyze': {
    summary: 'The calls of a stock within a range of deltas and days, and how many each rule turned away.',
    example: { ...aapl, query: { target_delta_min: 0.2, target_delta_max: 0.35, days_to_expiration: 35 } },
  },
  'options.greeks': {
    summary: 'Theoretical price and greeks of one contract, with the inputs they were computed from.',
    example: { ...aapl, query: { strike: 200, expiration_date: '2027-01-15', type: 'call' } },
  },
  'options.snapshot': {
    summary: 'The contracts of a stock over all expirations, within bounds of the strike.',
    example: { ...aapl, query: { strike_min: 180, strike_max: 220, type: 'call' } },
  },
  'options.iv': { summary: 'The volatility that at-the-money options imply 30 days out.', example: aapl },
  'options.recommendations': {
    summary: 'The calls to write on a stock, best first.',
    example: { ...aapl, body: {} },
  },
  'options.customRecommendations': {
    summary: 'The calls to write on a stock by criteria of the user’s own, best first.',
    example: { ...aapl, body: { target_delta_max: 0.3, min_dte: 21, max_dte: 45, avoid_earnings: true } },
  },

  'screener.view': {
    summary: 'The ranked stocks: filtered, sorted, a page at a time.',
    description: 'Every bound is inclusive; a stock whose figure is unknown passes none on that figure.',
    example: { query: { limit: 20, sort_by: 'cc_score', sort_order: 'desc' } },
  },
  'screener.refresh': {
    summary: 'Starts a run that works out every stock anew, unless one has just ended.',
    description: 'Refused to an account of the demo. A run that is under way is answered instead of a second one.',
  },
  'screener.status': { summary: 'How many stocks the view holds, and how old they are.' },
  'screener.startEnrichment': {
    summary: 'Starts a run in the background.',
    description: 'Refused to an account of the demo. A run that is under way is answered instead of a second one.',
  },
  'screener.stopEnrichment': { summary: 'Stops the run that the user started.' },
  'screener.enrichmentStatus': { summary: 'How far the run is.' },
  'screener.enrichmentEvents': {
    summary: 'Follows the run: an event at once and one after each change.',
    description: 'A stream ends after 15 minutes, the life of a token; the reader comes back.',
  },
  'screener.getWeights': { summary: 'How much each part of the rating counts for the user.' },
  'screener.putWeights': {
    summary: 'Sets how much each part of the rating counts for the user.',
    description: 'Weights in the same proportion as the rating’s own put the user back on the rating.',
    example: {
      body: { liquidity_volume: 10, liquidity_spread: 10, iv_rank: 20, technical: 20, quality: 20, income: 20 },
    },
  },
  'screener.listScreens': { summary: 'The screens the user keeps.' },
  'screener.putScreen': {
    summary: 'Keeps a screen under an id of the client’s own.',
    example: { params: { id: 'high-income' }, body: { name: 'High income', query: 'best_ann_yield_min=20' } },
  },
  'screener.removeScreen': { summary: 'Removes a kept screen.', example: { params: { id: 'high-income' } } },

  'portfolio.list': { summary: 'The positions of the user with their figures, totals and recommendations.' },
  'portfolio.add': {
    summary: 'Adds a position under an id of the client’s own.',
    description: RETRIED_SAFELY,
    example: {
      body: {
        id: 'aapl-2027-01',
        ticker: 'AAPL',
        entry_date: '2026-11-20',
        expiry_date: '2027-01-15',
        strike_price: 200,
        entry_premium: 3.25,
        entry_price: 191.4,
        contracts: 1,
      },
    },
  },
  'portfolio.update': {
    summary: 'Changes the terms of a position; those left out stay.',
    description: RETRIED_SAFELY,
    example: { params: { id: 'aapl-2027-01' }, body: { strike_price: 205 } },
  },
  'portfolio.remove': {
    summary: 'Deletes a position.',
    description: RETRIED_SAFELY,
    example: { params: { id: 'aapl-2027-01' } },
  },
  'portfolio.migrate': {
    summary: 'Takes over positions that a browser kept; a bad one is skipped and named, and the others get in.',
    description: RETRIED_SAFELY,
    example: { body: [] },
  },
  'portfolio.attention': { summary: 'The positions that ask for attention, the most urgent first, and why.' },
  'portfolio.export': { summary: 'The positions of the user as CSV.' },
  'portfolio.import': {
    summary: 'Adds positions from CSV; with dry_run it only says what it would do.',
    description: `Separator, decimal sign and the order of day and month follow from the text, unless they are sent. What the text leaves open is in questions; without dry_run it is 422. ${RETRIED_SAFELY}`,
    example: {
      query: { dry_run: true },
      body: {
        csv: 'id,ticker,entry_date,expiry_date,strike_price,entry_premium,entry_price\naapl-1,AAPL,2026-11-20,2027-01-15,200,3.25,191.4\n',
      },
    },
  },

  'coach.chat': {
    summary: 'Answers one message, with the cards and the sources of its figures.',
    description:
      'With Accept: text/event-stream the same answer comes as events: text holds whole sentences that have passed the ' +
      'check of figures, done is the whole answer.',
    example: { body: { message: 'Which of my calls should I roll?' } },
  },
  'coach.status': { summary: 'Which engine answers, whom it sends what, and the limits.' },
  'coach.listHistory': { summary: 'The conversation of the user, the oldest message first.' },
  'coach.clearHistory': { summary: 'Deletes the conversation of the user.' },

  'gateway.health': { summary: 'Says that the product answers.' },
  'gateway.docs': {
    summary: 'This page; the document itself for who asks for JSON.',
  },
  'gateway.openapi': { summary: 'This API as an OpenAPI 3.1 document.' },
  'gateway.docsScript': { summary: 'The script of the page of this API.' },
  'gateway.reportError': {
    summary: 'Takes the report of an error in a browser.',
    description: 'Ten a minute from one address. What identifies a person is struck out before it is logged.',
    example: { body: { message: 'Network error', url: '/analysis' } },
  },
}
