import { alertDocs } from './alert-docs.ts'
import type { Body, Params, PublicId, Query } from './endpoints.ts'
import type { Owner } from './public-endpoints.ts'

/** Parts of an example request, which passes validation. */
type Example<Id extends PublicId> = {
  readonly params?: Params<Id>
  readonly query?: Query<Id>
  readonly body?: Body<Id>
}

export interface EndpointDocs<Id extends PublicId> {
  readonly summary: string
  readonly description?: string
  readonly example?: Example<Id>
}

export const ownerDocs: Readonly<Record<Owner, { readonly name: string; readonly description: string }>> = {
  auth: { name: 'Accounts', description: 'Sign-in, sessions and account data.' },
  'market-data': { name: 'Market data', description: 'Quotes, price bars, option chains and calls to write.' },
  screener: { name: 'Screener', description: 'Ranked stocks, ratings and saved screens.' },
  portfolio: { name: 'Portfolio', description: 'Covered-call positions and their value.' },
  coach: { name: 'Coach', description: 'Answers about covered calls, based on current market data.' },
  gateway: { name: 'Gateway', description: 'Health check, API reference and error reports.' },
}

const aapl = { params: { symbol: 'AAPL' } } as const
const RETRY_NOTE = 'A retry with the same Idempotency-Key returns the first response and never writes twice.'

/** Documentation of every public endpoint. It is separate from the endpoint table, which the browser loads. */
export const endpointDocs: { readonly [Id in PublicId]: EndpointDocs<Id> } = {
  'auth.login': {
    summary: 'Signs a user in by username or email.',
    description:
      'Sets the refresh cookie, which is sent to /api/auth only. Send the access token with every other request. With two-factor sign-in, a correct password alone gets a 401 `second_factor_needed`, whose `errors` name what to add: a `code`, or a `passkey` with the answer to a challenge. Send all three.',
    example: { body: { username: 'alice', password: 'correct horse battery' } },
  },
  'auth.register': {
    summary: 'Creates an account and signs it in.',
    example: { body: { username: 'alice', email: 'alice@example.com', password: 'correct horse battery' } },
  },
  'auth.refresh': {
    summary: 'Exchanges the refresh cookie for a new access token and a new cookie.',
    description: 'Browsers send the cookie automatically. Each refresh token can be used once.',
  },
  'auth.demo': { summary: 'Creates a temporary account with example positions, valid for 24 hours, and signs it in.' },
  'auth.me': { summary: 'Returns the account of the signed-in user.' },
  'auth.logout': { summary: 'Ends this session and clears its cookie.' },
  'auth.password': {
    summary: 'Changes the password and ends every other session.',
    example: { body: { current_password: 'correct horse battery', new_password: 'a longer secret of mine' } },
  },
  'auth.resetMeans': { summary: 'Tells whether this server can email a link for a lost password.' },
  'auth.requestReset': {
    summary: 'Emails a link for a lost password, if there is such an account.',
    description: 'The response is the same without one. The link works once, within 30 minutes.',
    example: { body: { username: 'alice@example.com' } },
  },
  'auth.completeReset': {
    summary: 'Sets a new password with the token of the emailed link, and ends every session.',
    example: {
      body: { token: 'q2pQ0xk3v1m8r5t7y9a1c3e5g7i9k1m3o5q7s9u1w3y', new_password: 'a longer secret of mine' },
    },
  },
  'auth.secondFactor': {
    summary: 'Lists the second factors of the account, and tells how many recovery codes are left.',
  },
  'auth.beginSecondFactor': {
    summary: 'Creates a secret for an authenticator app.',
    description:
      'Sign-in asks for no code until one has confirmed the secret, within 30 minutes. Add a code or a passkey if two-factor sign-in is on.',
    example: { body: { current_password: 'correct horse battery' } },
  },
  'auth.confirmSecondFactor': {
    summary: 'Adds the authenticator app with its first code, and returns the recovery codes if they are new.',
    example: { body: { code: '492039' } },
  },
  'auth.removeSecondFactor': {
    summary: 'Removes the authenticator app, with the password and a code or a passkey.',
    description: 'Without a passkey, this turns two-factor sign-in off.',
    example: { body: { current_password: 'correct horse battery', code: '492039' } },
  },
  'auth.passkeyChallenge': {
    summary: 'Returns a challenge for a passkey of the account, if the password is correct.',
    description: 'A challenge works once, within 5 minutes. Send the answer as `passkey`.',
    example: { body: { username: 'alice', password: 'correct horse battery' } },
  },
  'auth.beginPasskey': {
    summary: 'Returns what a browser needs to create a passkey.',
    description: 'Add a code or a passkey if two-factor sign-in is on. The challenge works once, within 5 minutes.',
    example: { body: { current_password: 'correct horse battery' } },
  },
  'auth.addPasskey': {
    summary: 'Adds a passkey, which turns two-factor sign-in on, and returns the recovery codes if they are new.',
    example: {
      body: {
        name: 'Phone',
        credential: {
          id: 'kR3vW0q2',
          rawId: 'kR3vW0q2',
          type: 'public-key',
          response: { clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIn0', attestationObject: 'o2NmbXRkbm9uZQ' },
          clientExtensionResults: {},
        },
      },
    },
  },
  'auth.renamePasskey': {
    summary: 'Renames a passkey.',
    example: { params: { id: '4f6f2a1e-6a1d-4c53-9d0a-0a0f6f1c2b3d' }, body: { name: 'Work phone' } },
  },
  'auth.removePasskey': {
    summary: 'Removes a passkey, with the password and a code or a passkey.',
    description: 'Removing the last one turns two-factor sign-in off, unless there is an authenticator app.',
    example: {
      params: { id: '4f6f2a1e-6a1d-4c53-9d0a-0a0f6f1c2b3d' },
      body: { current_password: 'correct horse battery', code: '492039' },
    },
  },
  'auth.oidc': { summary: 'Returns the name of the sign-in provider of this server, if it has one.' },
  'auth.oidcStart': {
    summary: 'Starts a sign-in with the provider, and returns the address of its page.',
    description: 'Sets a cookie that binds the sign-in to this browser for 10 minutes.',
    example: { body: {} },
  },
  'auth.oidcSignIn': {
    summary: "Signs in with the provider's response.",
    description:
      'If more is needed, the error says so: a 409 `link_needed` asks for the `password` of the account with the same email, and a 401 `second_factor_needed` for a `code` or a `passkey`. Repeat the request with it, without `answer`.',
    example: { body: { answer: 'code=SplxlOBeZQQYbYS6WxSbIA&state=af0ifjsldkj' } },
  },
  'auth.oidcLinks': { summary: 'Lists the users of a sign-in provider who can sign in to the account.' },
  'auth.removeOidcLinks': {
    summary: 'Disconnects the account from the sign-in provider, with the password.',
    description: 'Add a code or a passkey if two-factor sign-in is on. Sessions go on.',
    example: { body: { current_password: 'correct horse battery' } },
  },
  'auth.oidcChallenge': {
    summary: 'Returns a challenge for a passkey of the account that signs in with the provider.',
    example: { body: {} },
  },
  'auth.listSessions': { summary: 'Lists the active sessions of the user, most recently used first.' },
  'auth.revokeSessions': {
    summary: 'Ends one session, or all sessions except the current one.',
    example: { query: { id: '4f6f2a1e-6a1d-4c53-9d0a-0a0f6f1c2b3d' } },
  },
  'auth.activity': {
    summary:
      'Lists the last 100 sign-ins, failed attempts and changes of the account, newest first; kept for 180 days.',
  },
  'auth.export': { summary: 'Exports all data stored about the user.' },
  'auth.deleteMe': {
    summary: 'Permanently deletes the account.',
    description: 'Requires the password as confirmation.',
    example: { body: { password: 'correct horse battery' } },
  },

  'stocks.search': {
    summary: 'Searches stocks by symbol or company name.',
    example: { query: { q: 'apple' } },
  },
  'stocks.data': {
    summary: 'Returns price bars of a stock, with its earnings, dividends and splits.',
    example: { ...aapl, query: { timespan: 'day' } },
  },
  'stocks.quote': { summary: 'Returns the last price of a stock and its change.', example: aapl },
  'stocks.profile': {
    summary: 'Returns the ranges of day and year, market cap, dividend and next earnings of a stock.',
    example: aapl,
  },
  'stocks.indicators': {
    summary: 'Returns daily values of a technical indicator.',
    example: { ...aapl, query: { indicator: 'rsi', window: 14 } },
  },
  'stocks.sp500': { summary: 'Lists the companies of the S&P 500.' },
  'stocks.symbolsWithOptions': {
    summary: 'Lists stocks that have options.',
    example: { query: { search: 'AA', limit: 20 } },
  },

  'marketData.status': {
    summary: 'Describes the sources of market data, the data that no source has, and the progress of the first fill.',
  },

  'options.chain': {
    summary: 'Returns the option chain of one expiration, with greeks and quote warnings.',
    example: { ...aapl, query: { type: 'call' } },
  },
  'options.expirations': {
    summary: 'Lists the expirations of a stock, with earnings and ex-dividend dates before each.',
    example: aapl,
  },
  'options.analyze': {
    summary: 'Finds calls in a range of delta and days to expiration, and counts the calls that each rule rejected.',
    example: { ...aapl, query: { target_delta_min: 0.2, target_delta_max: 0.35, days_to_expiration: 35 } },
  },
  'options.greeks': {
    summary: 'Returns the theoretical price and greeks of one contract, with the inputs of the calculation.',
    example: { ...aapl, query: { strike: 200, expiration_date: '2027-01-15', type: 'call' } },
  },
  'options.snapshot': {
    summary: 'Lists the contracts of a stock across all expirations, within a range of strikes.',
    example: { ...aapl, query: { strike_min: 180, strike_max: 220, type: 'call' } },
  },
  'options.iv': { summary: 'Returns the 30-day at-the-money implied volatility.', example: aapl },
  'options.volatility': {
    summary: 'Returns implied and realized volatility over a year, by expiration, and the moves on earnings.',
    example: aapl,
  },
  'options.backtest': {
    summary: 'Tells how selling a call by a rule would have done on a stock.',
    description:
      'One call at a time, held to expiration, compared with holding the shares and with a buy-write rule. `basis` says whether the premiums were quoted or are modelled.',
    example: { ...aapl, query: { delta: 0.25, days: 30, months: 24 } },
  },
  'options.recommendations': {
    summary: 'Recommends calls to write on a stock, best first.',
    example: { ...aapl, body: {} },
  },
  'options.customRecommendations': {
    summary: 'Recommends calls to write on a stock by custom criteria, best first.',
    example: { ...aapl, body: { target_delta_max: 0.3, min_dte: 21, max_dte: 45, avoid_earnings: true } },
  },

  'screener.view': {
    summary: 'Lists ranked stocks with filters, sorting and paging.',
    description:
      'Bounds are inclusive. Each is compared with the value as the screener displays it, or at the precision of the bound if that is finer: bid_ask_spread_max=0.5 keeps 0.504, displayed as 0.50. A stock with an unknown value fails every bound on it. The best_ fields, bid_ask_spread and open_interest describe one contract, best_contract.',
    example: { query: { limit: 20, sort_by: 'cc_score', sort_order: 'desc' } },
  },
  'screener.calls': {
    summary: 'Lists calls on all stocks that pass the gates, and counts the calls that each gate removed.',
    description:
      'Stored are the calls with a bid, an ask and time value that expire within 60 days. Gates apply in a fixed order before sorting. Bounds are inclusive and compared with the displayed value, as in the stock screener; an unknown value fails every bound on it. earnings_before_expiration_max=0 keeps the calls that are known to expire before the earnings report.',
    example: {
      query: {
        spread_pct_max: 20,
        open_interest_min: 100,
        delta_min: 0.15,
        delta_max: 0.3,
        days_to_expiration_min: 30,
      },
    },
  },
  'screener.refresh': {
    summary: 'Starts a run that recalculates every stock, unless one ended less than a minute ago.',
    description: 'Not available to demo accounts. If a run is already in progress, the response describes that run.',
  },
  'screener.status': { summary: 'Returns the number of stocks in the screener and the age of their data.' },
  'screener.startEnrichment': {
    summary: 'Starts a run in the background.',
    description: 'Not available to demo accounts. If a run is already in progress, the response describes that run.',
  },
  'screener.stopEnrichment': { summary: 'Stops the run that the user started.' },
  'screener.enrichmentStatus': { summary: 'Returns the progress of the run.' },
  'screener.enrichmentEvents': {
    summary: 'Streams the progress of the run: one event immediately and one after each change.',
    description: 'A stream ends after 15 minutes, when its access token expires. Clients should reconnect.',
  },
  'screener.getWeights': { summary: 'Returns the user’s rating weights.' },
  'screener.putWeights': {
    summary: 'Sets the user’s rating weights.',
    description: 'Weights in the same proportion as the defaults restore the default rating.',
    example: {
      body: { liquidity_volume: 10, liquidity_spread: 10, iv_rank: 20, technical: 20, quality: 20, income: 20 },
    },
  },
  'screener.listScreens': { summary: 'Lists the user’s saved screens.' },
  'screener.putScreen': {
    summary: 'Saves a screen under an id chosen by the client.',
    example: { params: { id: 'high-income' }, body: { name: 'High income', query: 'best_ann_yield_min=20' } },
  },
  'screener.removeScreen': { summary: 'Deletes a saved screen.', example: { params: { id: 'high-income' } } },
  'screener.listWatchlists': { summary: 'Lists the user’s watchlists.' },
  'screener.putWatchlist': {
    summary: 'Creates a watchlist under an id chosen by the client, or renames or replaces it.',
    description:
      'Without symbols, an existing list keeps its own. A symbol that the screener does not cover is kept and returned in `unlisted`; text that cannot be a symbol is rejected with a field error that names it.',
    example: { params: { id: 'energy' }, body: { name: 'Energy', symbols: ['XOM', 'CVX'] } },
  },
  'screener.changeWatchlist': {
    summary: 'Adds stocks to a watchlist and removes stocks from it.',
    description: 'Adding a stock that is on the list, or removing one that is not, changes nothing.',
    example: { params: { id: 'energy' }, body: { add: ['OXY'], remove: ['CVX'] } },
  },
  'screener.removeWatchlist': { summary: 'Deletes a watchlist.', example: { params: { id: 'energy' } } },

  'portfolio.list': { summary: 'Lists the user’s positions with their values, totals and recommendations.' },
  'portfolio.add': {
    summary: 'Adds a position under an id chosen by the client.',
    description: RETRY_NOTE,
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
    summary: 'Updates a position; omitted fields keep their values.',
    description: RETRY_NOTE,
    example: { params: { id: 'aapl-2027-01' }, body: { strike_price: 205 } },
  },
  'portfolio.remove': {
    summary: 'Deletes a position.',
    description: RETRY_NOTE,
    example: { params: { id: 'aapl-2027-01' } },
  },
  'portfolio.migrate': {
    summary: 'Imports positions stored in a browser; invalid ones are skipped and reported.',
    description: RETRY_NOTE,
    example: { body: [] },
  },
  'portfolio.attention': { summary: 'Lists the positions that need attention, most urgent first, with reasons.' },
  'portfolio.export': { summary: 'Exports the user’s positions, or every event of the ledger, as CSV.' },
  'portfolio.import': {
    summary: 'Imports positions, a broker’s history or an exported ledger; dry_run only previews the result.',
    description: `The kind of the answer is positions, events, or columns if the file needs a map. The separator, the decimal sign and the order of day and month are detected unless the request sets them. Ambiguities are listed in questions; without dry_run they cause a 422. ${RETRY_NOTE}`,
    example: {
      query: { dry_run: true },
      body: {
        csv: 'id,ticker,entry_date,expiry_date,strike_price,entry_premium,entry_price\naapl-1,AAPL,2026-11-20,2027-01-15,200,3.25,191.4\n',
      },
    },
  },
  'portfolio.undoImport': { summary: 'Takes an import back as one.', example: { params: { id: 'imp-1' } } },
  'portfolio.listImportMaps': { summary: 'Lists the column maps that the user saved.' },
  'portfolio.saveImportMap': {
    summary: 'Saves what the columns of a file mean, for files with the same header.',
    example: {
      body: {
        header: ['Date', 'Type', 'Option', 'Contracts', 'Price'],
        map: {
          name: 'My broker',
          columns: { day: 'Date', action: 'Type', contract: 'Option', quantity: 'Contracts', price: 'Price' },
          actions: { Sold: 'open', Bought: 'close' },
          price_per: 'share',
        },
      },
    },
  },
  'portfolio.removeImportMap': { summary: 'Deletes a saved column map.', example: { params: { id: 'map-1' } } },
  'portfolio.recordCallEvent': {
    summary: 'Records an event on a call: a purchase, an expiration, an assignment, a roll or more calls sold.',
    description: `The ledger only grows: void corrects an event. A known event_id with the same content returns the stored event. ${RETRY_NOTE}`,
    example: {
      params: { id: 'aapl-2027-01' },
      body: { event_id: 'close-1', kind: 'close', occurred_on: '2026-12-11', contracts: 1, price: 0.8, fees_usd: 0.65 },
    },
  },
  'portfolio.listCallEvents': {
    summary: 'Lists the events of a call or of its chain, oldest first.',
    example: { params: { id: 'aapl-2027-01' }, query: { scope: 'chain' } },
  },
  'portfolio.listChains': {
    summary: 'Lists chains: the calls, shares and dividends of one stock with their combined result.',
    example: { query: { state: 'ended', limit: 20 } },
  },
  'portfolio.getChain': {
    summary: 'Returns a chain with its events.',
    example: { params: { id: 'aapl-2027-01' } },
  },
  'portfolio.updateChain': {
    summary: 'Sets the account, intent or note of a chain.',
    description: RETRY_NOTE,
    example: { params: { id: 'aapl-2027-01' }, body: { intent: 'keep_shares' } },
  },
  'portfolio.recordChainEvent': {
    summary: 'Records an event on shares: a purchase, a sale, a dividend or an adjustment.',
    description: `A purchase with a ticker creates a chain under a new id. ${RETRY_NOTE}`,
    example: {
      params: { id: 'aapl-2027-01' },
      body: { event_id: 'div-1', kind: 'dividend', occurred_on: '2026-12-18', ex_date: '2026-12-07', amount_usd: 26 },
    },
  },
  'portfolio.joinChain': {
    summary: 'Joins a chain into this one.',
    description: `Both must be on the same stock in the same account. ${RETRY_NOTE}`,
    example: { params: { id: 'aapl-2027-01' }, body: { chain_id: 'aapl-2026-11' } },
  },
  'portfolio.income': {
    summary: 'Returns premium and realized results by month or symbol.',
    example: { query: { by: 'month', from: '2026-01-01' } },
  },
  'portfolio.holdings': { summary: 'Lists shares by stock and account, with the calls that they cover.' },
  'portfolio.tax': {
    summary: 'Returns the United States tax view of a year: gains and losses by lot, with flags; not tax advice.',
    description:
      'format=csv returns a file whose first columns are (a) to (h) of Form 8949. The year is that of New York trade days; without one, the current year.',
    example: { query: { year: 2026 } },
  },
  'portfolio.previewRolls': {
    summary: 'Lists calls to roll an open call to, with the result of each roll; writes nothing.',
    example: { body: { position_id: 'aapl-2027-01', options: { credit_only: true } } },
  },
  'portfolio.suggestions': {
    summary: 'Lists events that market data say have happened: expirations, assignments, dividends and splits.',
  },
  'portfolio.confirmSuggestions': {
    summary: 'Records suggested events; each is recorded or refused separately.',
    description: RETRY_NOTE,
    example: {
      body: {
        items: [{ suggestion_id: 'expiry:aapl-2026-11', event_id: 'expiry-aapl-2026-11', expected_kind: 'expire' }],
      },
    },
  },
  'portfolio.dismissSuggestion': {
    summary: 'Hides a suggestion for good.',
    description: RETRY_NOTE,
    example: { body: { suggestion_id: 'dividend:aapl-2026-11:2026-12-07', event_id: 'dismiss-1' } },
  },

  ...alertDocs,

  'coach.chat': {
    summary: 'Answers one message, with cards and the sources of its figures.',
    description:
      'With Accept: text/event-stream the response is a stream of events: text holds complete sentences whose figures ' +
      'have been checked, done holds the full answer.',
    example: { body: { message: 'Which of my calls should I roll?' } },
  },
  'coach.status': { summary: 'Returns the engine in use, what it sends to whom, and the limits.' },
  'coach.listHistory': { summary: 'Lists the user’s conversation, oldest message first.' },
  'coach.clearHistory': { summary: 'Deletes the user’s conversation.' },

  'gateway.health': { summary: 'Reports whether the service is up.' },
  'gateway.docs': {
    summary: 'Returns the API reference, or the OpenAPI document when JSON is requested.',
  },
  'gateway.openapi': { summary: 'Returns this API as an OpenAPI 3.1 document.' },
  'gateway.docsScript': { summary: 'Returns the script of the API reference page.' },
  'gateway.reportError': {
    summary: 'Reports an error in the browser.',
    description: 'Limited to ten reports a minute per IP address. Personal data is redacted before logging.',
    example: { body: { message: 'Network error', url: '/analysis' } },
  },
}
