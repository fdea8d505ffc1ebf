import { type EndpointId, type Owner, ratingPartKeys } from '@callwright/contracts'

/** One request of the golden answers. `issuer` calls an internal endpoint as that service; others are a user's. */
export interface WireRequest {
  readonly name: string
  readonly id: EndpointId
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly issuer?: Owner
}

const SYMBOL = 'BRMZ'
const USER = { id: 'no-such-user' }
const terms = {
  ticker: SYMBOL,
  entry_date: '2026-06-26',
  expiry_date: '2026-07-24',
  strike_price: 420,
  entry_premium: 2.5,
  entry_price: 400,
}
const CSV_HEADER = 'ticker,entry_date,expiry_date,strike_price,entry_premium,entry_price,contracts,broker'
const csv = [
  CSV_HEADER,
  'BRMZ,2026-06-12,2026-08-14,445,9,380,2,x',
  'BRMZ,2026-06-12,2026-08-14,445,9,380,2,x',
  'BRMZ,2026-06-12,2026-08-15,445,9,380,1,x',
  'NONE,2026-06-12,2026-08-21,30,1,29,1,x',
  'brmz,06/15/2026,08/21/2026,440,900,390,1,x',
  'BRMZ,2026-06-12,,445,9,380,1,x',
].join('\n')
const columnMap = {
  header: ['Date', 'Type', 'Option', 'Contracts', 'Price'],
  map: {
    name: 'A broker',
    columns: { day: 'Date', action: 'Type', contract: 'Option', quantity: 'Contracts', price: 'Price' },
    actions: { Sold: 'open', Bought: 'close' },
    price_per: 'share',
  },
}
const purchase = {
  event_id: 'close-1',
  kind: 'close',
  occurred_on: '2026-07-09',
  contracts: 1,
  price: 0.8,
  fees_usd: 1,
}
const dividend = {
  event_id: 'dividend-1',
  kind: 'dividend',
  occurred_on: '2026-07-09',
  ex_date: '2026-07-01',
  amount_usd: 26,
}
const weights = Object.fromEntries(ratingPartKeys.map((key, index) => [key, index]))

const step = (name: string, id: EndpointId, rest: Omit<WireRequest, 'name' | 'id'> = {}): WireRequest => ({
  name,
  id,
  ...rest,
})
/** Requests about one symbol: known, in another spelling, and unknown. */
const perSymbol = (id: EndpointId, rest: Omit<WireRequest, 'name' | 'id'> = {}) =>
  [SYMBOL, 'brmz', 'NONE', '?'].map((symbol) => step(symbol, id, { ...rest, params: { symbol } }))

const market: readonly WireRequest[] = [
  step('found', 'stocks.search', { query: { q: 'b' } }),
  step('empty', 'stocks.search', { query: { q: '' } }),
  ...perSymbol('stocks.data'),
  step('weeks', 'stocks.data', {
    params: { symbol: SYMBOL },
    query: { timespan: 'week', from_date: '2026-03-02', to_date: '2026-07-10' },
  }),
  step('bad dates', 'stocks.data', { params: { symbol: SYMBOL }, query: { from_date: 'July' } }),
  ...perSymbol('stocks.quote'),
  ...perSymbol('stocks.indicators', { query: { indicator: 'bollinger' } }),
  step('unknown', 'stocks.indicators', { params: { symbol: SYMBOL }, query: { indicator: 'moon' } }),
  step('all', 'stocks.sp500'),
  step('all', 'stocks.symbolsWithOptions'),
  step('some', 'stocks.symbolsWithOptions', { query: { search: 'br', limit: '5' } }),
  step('all', 'marketData.universe', { issuer: 'screener' }),
  step('some', 'marketData.resolveSymbols', {
    issuer: 'portfolio',
    body: { symbols: [SYMBOL, 'brmz', 'FB', 'NONE', '-'] },
  }),
  step('missing', 'marketData.resolveSymbols', { issuer: 'portfolio', body: { tickers: [] } }),
  ...perSymbol('marketData.facts', { issuer: 'screener' }),
  step('no chain', 'marketData.facts', { issuer: 'screener', params: { symbol: SYMBOL }, query: { chain: 'none' } }),
  ...perSymbol('marketData.contractQuotes', {
    issuer: 'portfolio',
    body: {
      contracts: [
        { expiration_date: '2026-07-24', strike: 420 },
        { expiration_date: '2026-06-26', strike: 400 },
        { expiration_date: '2026-08-21', strike: 1 },
      ],
      entry_dates: ['2026-06-12'],
    },
  }),
  step('bad contract', 'marketData.contractQuotes', {
    issuer: 'portfolio',
    params: { symbol: SYMBOL },
    body: { contracts: [{ expiration: '2026-07-24', strike: 420 }] },
  }),
  ...perSymbol('options.chain'),
  step('one expiration', 'options.chain', {
    params: { symbol: SYMBOL },
    query: { type: 'all', expiration_date: '2026-08-21' },
  }),
  ...perSymbol('options.expirations'),
  ...perSymbol('options.analyze'),
  step('custom', 'options.analyze', {
    params: { symbol: SYMBOL },
    query: { target_delta_min: '0.1', days_to_expiration: '45' },
  }),
  step('bad delta', 'options.analyze', { params: { symbol: SYMBOL }, query: { target_delta_min: '2' } }),
  ...perSymbol('options.greeks', { query: { strike: '420', expiration_date: '2026-07-24' } }),
  step('no strike', 'options.greeks', { params: { symbol: SYMBOL }, query: { expiration_date: '2026-07-24' } }),
  ...perSymbol('options.snapshot', { query: { strike_min: '400', strike_max: '430' } }),
  ...(['options.iv', 'options.backtest', 'options.volatility', 'stocks.profile'] as const).flatMap((id) =>
    perSymbol(id),
  ),
  ...perSymbol('options.recommendations', { body: {} }),
  step('one expiration', 'options.recommendations', {
    params: { symbol: SYMBOL },
    body: { expiration_date: '2026-08-21' },
  }),
  step('custom', 'options.customRecommendations', {
    params: { symbol: SYMBOL },
    body: { target_delta_max: 0.5, min_dte: 7, max_dte: 90, cost_basis: 410, never_below_cost: true, limit: 5 },
  }),
  step('bad day', 'options.customRecommendations', {
    params: { symbol: SYMBOL },
    body: { expiration_date: '2026-13-01' },
  }),
]

const screener: readonly WireRequest[] = [
  step('all', 'screener.view', { query: { limit: '500' } }),
  step('sorted', 'screener.view', { query: { sort_by: 'best_ann_yield', sort_order: 'desc', limit: '3' } }),
  step('filtered', 'screener.view', { query: { min_score: '20', rsi_min: '40', fields: 'cc_score,rsi,symbol' } }),
  step('empty', 'screener.view', { query: { market_cap: 'mega', rsi_min: '100' } }),
  step('bad filter', 'screener.view', { query: { ticker: SYMBOL } }),
  step('some', 'screener.calls', { query: { delta_min: '0.1', bid_min: '0.05', premium: 'mid', limit: '5' } }),
  step('state', 'screener.status'),
  step('state', 'screener.enrichmentStatus'),
  step('default', 'screener.getWeights'),
  step('own', 'screener.putWeights', { body: weights }),
  step('bad', 'screener.putWeights', { body: { ...weights, moon: 1 } }),
  step('own weights', 'screener.view', { query: { limit: '5' } }),
  step('new', 'screener.putScreen', { params: { id: 'a' }, body: { name: 'Puts', query: 'q=1' } }),
  step('bad', 'screener.putScreen', { params: { id: 'b' }, body: { name: '' } }),
  step('one', 'screener.listScreens'),
  step('unknown', 'screener.removeScreen', { params: { id: 'c' } }),
  step('known', 'screener.removeScreen', { params: { id: 'a' } }),
  step('none', 'screener.listWatchlists'),
  step('new', 'screener.putWatchlist', { params: { id: 'a' }, body: { name: 'Mine', symbols: ['brmz', 'NONE'] } }),
  step('reserved', 'screener.putWatchlist', { params: { id: 'holdings' }, body: { name: 'Mine' } }),
  step('known', 'screener.changeWatchlist', { params: { id: 'a' }, body: { add: ['QRYB'], remove: ['NONE'] } }),
  step('unknown', 'screener.changeWatchlist', { params: { id: 'b' }, body: { add: ['QRYB'] } }),
  step('of a list', 'screener.view', { query: { list: 'a', fields: 'symbol' } }),
  step('known', 'screener.removeWatchlist', { params: { id: 'a' } }),
  step('unknown', 'screener.removeWatchlist', { params: { id: 'a' } }),
  step('stopped', 'screener.stopEnrichment'),
  step('unknown user', 'screener.exportUser', { issuer: 'auth', params: USER }),
  step('unknown user', 'screener.erase', { issuer: 'auth', params: USER }),
]

const portfolio: readonly WireRequest[] = [
  step('empty', 'portfolio.list'),
  step('empty', 'portfolio.attention'),
  step('new', 'portfolio.add', { body: { id: 'p1', ...terms } }),
  step('same again', 'portfolio.add', { body: { id: 'p1', ...terms } }),
  step('other terms', 'portfolio.add', { body: { id: 'p1', ...terms, strike_price: 430 } }),
  step('option symbol', 'portfolio.add', {
    body: { ...terms, id: 'p2', ticker: 'BRMZ260814C00445000', expiry_date: '2026-08-14', strike_price: 445 },
    headers: { 'idempotency-key': 'k1' },
  }),
  step('repeated key', 'portfolio.add', {
    body: { ...terms, id: 'p2', ticker: 'BRMZ260814C00445000', expiry_date: '2026-08-14', strike_price: 445 },
    headers: { 'idempotency-key': 'k1' },
  }),
  step('expired', 'portfolio.add', {
    body: { ...terms, id: 'p3', entry_date: '2026-05-01', expiry_date: '2026-06-26', contracts: 3, notes: 'n' },
  }),
  step('in the money', 'portfolio.add', { body: { ...terms, id: 'p4', strike_price: 350, entry_premium: 52 } }),
  step('dates turned', 'portfolio.add', {
    body: { ...terms, id: 'x', entry_date: '2026-07-09', expiry_date: '2026-07-02' },
  }),
  step('closed day', 'portfolio.add', { body: { ...terms, id: 'x', expiry_date: '2026-07-25' } }),
  step('unknown symbol', 'portfolio.add', { body: { ...terms, id: 'x', ticker: 'NONE' } }),
  step('bad symbol', 'portfolio.add', { body: { ...terms, id: 'x', ticker: '/' } }),
  step('fine price', 'portfolio.add', { body: { ...terms, id: 'x', entry_premium: 0.123456 } }),
  step('domain words', 'portfolio.add', { body: { id: 'x', symbol: SYMBOL, strike: 420, expiration: '2026-07-24' } }),
  step('changed', 'portfolio.update', { params: { id: 'p1' }, body: { entry_premium: 3, expiry_date: '2026-08-21' } }),
  step('bad strike', 'portfolio.update', { params: { id: 'p1' }, body: { strike_price: 0 } }),
  step('unknown', 'portfolio.update', { params: { id: 'none' }, body: { entry_price: 1 } }),
  step('some rows', 'portfolio.migrate', {
    body: [
      { ...terms, id: 'm1', strikePrice: 410, strike_price: undefined },
      {
        id: 'm2',
        ticker: SYMBOL,
        entryDate: '2026-06-26',
        expiryDate: '2026-07-31',
        strikePrice: 415,
        entryPremium: 4,
        entryPrice: 401,
      },
      { ...terms, id: 'm3', expiry_date: 'soon' },
      { ...terms, id: 'm4', ticker: 7 },
      'x',
      { ...terms, id: 'm5', contracts: '2' },
    ],
  }),
  step('trial', 'portfolio.import', { query: { dry_run: 'true' }, body: { csv } }),
  step('added', 'portfolio.import', { body: { csv, dates: 'month_first', confirm_unusual: true } }),
  step('unknown columns', 'portfolio.import', { body: { csv: 'symbol,strike\nBRMZ,3' } }),
  step('questions', 'portfolio.import', {
    query: { dry_run: 'true' },
    body: {
      csv: `${CSV_HEADER.replaceAll(',', ';')}\nBRMZ;06/07/2026;08/07/2026;445,5;9,5;380,25;1;x`,
      separator: 'semicolon',
    },
  }),
  step('none', 'portfolio.listImportMaps'),
  step('columns', 'portfolio.saveImportMap', { body: columnMap }),
  step('saved', 'portfolio.listImportMaps'),
  step('unknown', 'portfolio.removeImportMap', { params: { id: 'none' } }),
  step('unknown', 'portfolio.undoImport', { params: { id: 'none' } }),
  step('bought back', 'portfolio.recordCallEvent', { params: { id: 'p1' }, body: purchase }),
  step('same again', 'portfolio.recordCallEvent', { params: { id: 'p1' }, body: purchase }),
  step('chain', 'portfolio.listCallEvents', { params: { id: 'p1' }, query: { scope: 'chain' } }),
  step('ended', 'portfolio.listChains', { query: { state: 'ended' } }),
  step('open', 'portfolio.getChain', { params: { id: 'p1' } }),
  step('intent', 'portfolio.updateChain', { params: { id: 'p1' }, body: { intent: 'keep_shares' } }),
  step('dividend', 'portfolio.recordChainEvent', { params: { id: 'p1' }, body: dividend }),
  step('unknown', 'portfolio.joinChain', { params: { id: 'p1' }, body: { chain_id: 'none' } }),
  step('by month', 'portfolio.income', { query: { by: 'month' } }),
  step('filled', 'portfolio.holdings'),
  step('year', 'portfolio.tax', { query: { year: '2026' } }),
  step('open call', 'portfolio.previewRolls', { body: { position_id: 'p4' } }),
  step('filled', 'portfolio.suggestions'),
  step('unknown', 'portfolio.confirmSuggestions', {
    body: { items: [{ suggestion_id: 'expiry:none', event_id: 'expiry-none', expected_kind: 'expire' }] },
  }),
  step('unknown', 'portfolio.dismissSuggestion', { body: { suggestion_id: 'expiry:none', event_id: 'dismiss-none' } }),
  step('removed', 'portfolio.remove', { params: { id: 'p3' } }),
  step('unknown', 'portfolio.remove', { params: { id: 'none' } }),
  step('filled', 'portfolio.list'),
  step('filled', 'portfolio.attention'),
  step('filled', 'portfolio.export'),
  step('of all users', 'portfolio.heldSymbols', { issuer: 'screener' }),
  step('unknown user', 'portfolio.exportUser', { issuer: 'auth', params: USER }),
  step('unknown user', 'portfolio.erase', { issuer: 'auth', params: USER }),
]

const questions = [
  'What is the delta of the BRMZ 420 call?',
  'Analyze a covered call on BRMZ for a 440 strike with 30 days to expiry',
  'Which positions need action?',
  'Show the five best stocks by annualized yield',
  'Add a position: BRMZ, strike 440, expiring 2026-08-21, premium 8, bought at 400 on 2026-07-10',
  'Should I roll my BRMZ position?',
  'Compare BRMZ and the best stock of the screener',
  'When does BRMZ expire worthless?',
]

/** A rule that is switched off is not evaluated, so its answer does not depend on the time. */
const restingRule = { kind: 'delta', position_id: 'p4', limit: 0.5, enabled: false }
const link = 'x'.repeat(32)
const alerts: readonly WireRequest[] = [
  step('none', 'portfolio.listAlertRules'),
  step('new', 'portfolio.putAlertRule', { params: { id: 'r1' }, body: restingRule }),
  step('out of range', 'portfolio.putAlertRule', { params: { id: 'r2' }, body: { kind: 'delta', limit: 7 } }),
  step('changed meanwhile', 'portfolio.putAlertRule', {
    params: { id: 'r1' },
    body: { ...restingRule, limit: 0.6, version: 9 },
  }),
  step('position', 'portfolio.suggestAlertRules', { query: { position_id: 'p4' } }),
  step('unknown position', 'portfolio.suggestAlertRules', { query: { position_id: 'none' } }),
  step('removed', 'portfolio.removeAlertRule', { params: { id: 'r1' } }),
  step('inbox', 'portfolio.listAlertChannels'),
  step('inbox', 'portfolio.putAlertChannel', { params: { id: 'app' }, body: { kind: 'app', name: 'Mine' } }),
  step('private network', 'portfolio.putAlertChannel', {
    params: { id: 'hook' },
    body: { kind: 'webhook', url: 'https://127.0.0.1/hook' },
  }),
  step('no mail server', 'portfolio.putAlertChannel', {
    params: { id: 'mail' },
    body: { kind: 'email', address: 'trader@example.invalid' },
  }),
  step('unknown', 'portfolio.verifyAlertChannel', { params: { id: 'mail' }, body: { code: '123456' } }),
  step('unknown', 'portfolio.testAlertChannel', { params: { id: 'mail' } }),
  step('inbox', 'portfolio.removeAlertChannel', { params: { id: 'app' } }),
  step('none', 'portfolio.listAlertMessages'),
  step('unknown', 'portfolio.readAlertMessage', { params: { id: 'none' } }),
  step('none', 'portfolio.readAllAlertMessages'),
  step('none', 'portfolio.countUnreadAlerts'),
  step('none', 'portfolio.listAlertDeliveries'),
  step('defaults', 'portfolio.getAlertSettings'),
  step('quiet', 'portfolio.putAlertSettings', {
    body: { time_zone: 'Europe/Berlin', quiet_from: '22:00', quiet_to: '07:00', digest_at: null },
  }),
  step('unknown', 'portfolio.showUnsubscribe', { params: { token: link } }),
  step('unknown', 'portfolio.unsubscribe', { params: { token: link } }),
  step('none', 'portfolio.getCalendar'),
  step('none', 'portfolio.removeCalendar'),
  step('unknown', 'portfolio.calendarFeed', { params: { token: `${link}.ics` } }),
]

const coach: readonly WireRequest[] = [
  step('state', 'coach.status'),
  ...questions.map((message) => step(message, 'coach.chat', { body: { message, page: { path: '/portfolio' } } })),
  step('page', 'coach.chat', { body: { message: 'Rate this stock', page: { path: '/analysis', symbol: SYMBOL } } }),
  step('stream', 'coach.chat', {
    body: { message: 'Should I roll this stock?', page: { path: '/analysis', symbol: SYMBOL } },
    headers: { accept: 'text/event-stream' },
  }),
  step('empty', 'coach.chat', { body: { message: ' ' } }),
  step('filled', 'coach.listHistory'),
  step('unknown user', 'coach.exportUser', { issuer: 'auth', params: USER }),
  step('unknown user', 'coach.erase', { issuer: 'auth', params: USER }),
]

const account: readonly WireRequest[] = [
  step('signed in', 'auth.me'),
  step('one', 'auth.listSessions'),
  step('wrong password', 'auth.login', { body: { username: 'trader', password: 'wrong' } }),
  step('taken', 'auth.register', {
    body: { username: 'trader', email: 'b@example.invalid', password: 'long enough 7' },
  }),
  step('bad email', 'auth.register', { body: { username: 't', email: 'b', password: 'x' } }),
  step('wrong password', 'auth.password', { body: { current_password: 'x', new_password: 'long enough 8' } }),
  step('no mail server', 'auth.resetMeans'),
  step('no mail server', 'auth.requestReset', { body: { username: 'trader' } }),
  step('unknown link', 'auth.completeReset', { body: { token: 'x', new_password: 'long enough 9' } }),
  step('off', 'auth.secondFactor'),
  step('wrong password', 'auth.beginSecondFactor', { body: { current_password: 'x' } }),
  step('not begun', 'auth.confirmSecondFactor', { body: { code: '123456' } }),
  step('wrong password', 'auth.removeSecondFactor', { body: { current_password: 'x', code: '123456' } }),
  step('unknown user', 'auth.passkeyChallenge', { body: { username: 'stranger', password: 'wrong' } }),
  step('no password', 'auth.beginPasskey', { body: {} }),
  step('no answer', 'auth.addPasskey', { body: { name: 'Phone' } }),
  step('unknown', 'auth.renamePasskey', { params: { id: 'x' }, body: { name: 'Phone' } }),
  step('no password', 'auth.removePasskey', { params: { id: 'x' }, body: {} }),
  step('no provider', 'auth.oidc'),
  step('no provider', 'auth.oidcStart', { body: {} }),
  step('no provider', 'auth.oidcSignIn', { body: { answer: 'code=x' } }),
  step('no provider', 'auth.oidcChallenge', { body: {} }),
  step('not connected', 'auth.oidcLinks'),
  step('not connected', 'auth.removeOidcLinks', { body: { current_password: 'x' } }),
  step('no cookie', 'auth.refresh'),
  step('all', 'auth.activity'),
  step('all', 'auth.export'),
  step('keys', 'auth.jwks', { issuer: 'gateway' }),
  step('list', 'auth.revocations', { issuer: 'gateway' }),
  step('not internal', 'auth.jwks'),
  step('cleared', 'coach.clearHistory'),
  step('others', 'auth.revokeSessions'),
  step('up', 'gateway.health'),
  step('bad', 'gateway.reportError', { body: { text: 'x' } }),
  step('accepted', 'gateway.reportError', { body: { message: 'x' } }),
  step('wrong password', 'auth.deleteMe', { body: { password: 'x' } }),
  step('signed out', 'auth.logout'),
  step('signed out', 'auth.me'),
]

/** Requests to every endpoint of the table with a JSON or CSV answer, in an order in which each has data to return. */
export const wireRequests: readonly WireRequest[] = [
  ...market,
  ...screener,
  ...portfolio,
  ...alerts,
  ...coach,
  ...account,
]
