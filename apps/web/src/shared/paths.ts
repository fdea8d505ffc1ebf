export const LOGIN_PATH = '/login'
export const REGISTER_PATH = '/register'
/** Page for a lost password. */
export const RESET_PATH = '/reset-password'
export const DASHBOARD_PATH = '/dashboard'
export const SCREENING_PATH = '/screening'
/** The Calls tab of the screener. */
export const CALLS_PATH = '/screening/calls'
export const ANALYSIS_PATH = '/analysis'
export const PORTFOLIO_PATH = '/portfolio'
export const COACH_PATH = '/ai-coach'
export const ALERTS_PATH = '/alerts'
export const SETTINGS_PATH = '/settings'
export const MARKET_DATA_PATH = '/market-data'
/** The API reference, which the gateway serves. */
export const API_REFERENCE_PATH = '/api/docs'

/** Page that opens after sign-in if there is no return path. */
export const HOME_PATH = DASHBOARD_PATH

/** Path to a stock's analysis page. */
export const buildAnalysisPath = (symbol: string) => `${ANALYSIS_PATH}?${new URLSearchParams({ symbol })}`

/** Path to a call in the chain on its stock's analysis page. */
export const buildCallPath = (symbol: string, expiration: string, strike: number) =>
  `${buildAnalysisPath(symbol)}&${new URLSearchParams({ exp: expiration, strike: String(strike) })}`

/**
 * A call to write against shares that are bought at the same time. Prices are in dollars per share; a null leaves its
 * field empty.
 */
export interface NewPosition {
  readonly symbol: string
  readonly expiration: string | null
  readonly strike: number | null
  readonly entryPrice: number | null
  readonly premium: number | null
  readonly contracts: number | null
}

/** Path to the portfolio with the form for a new position open and filled in with these terms. */
export function buildAddPositionPath({
  symbol,
  expiration,
  strike,
  entryPrice,
  premium,
  contracts,
}: NewPosition): string {
  const fields = { add: symbol, exp: expiration, strike, price: entryPrice, premium, contracts }
  const known = Object.entries(fields).filter(([, value]) => value !== null)
  const search = known.map(([name, value]) => [name, String(value)])
  return `${PORTFOLIO_PATH}?${new URLSearchParams(search)}`
}

/** Path to the portfolio with this position selected. */
export const buildPositionPath = (id: string) => `${PORTFOLIO_PATH}?${new URLSearchParams({ selected: id })}`

/** Path to the portfolio with a dialog open: the empty position form or the import of a file. */
export const buildPortfolioDialogPath = (dialog: 'add' | 'import') =>
  `${PORTFOLIO_PATH}?${new URLSearchParams({ open: dialog })}`

/** Path to the alerts with the form for a new rule on a position, stock or saved screen open. */
export const buildAlertPath = (subject: 'position' | 'symbol' | 'screen', id: string) =>
  `${ALERTS_PATH}?${new URLSearchParams({ [subject]: id })}`

/** Path to the coach with a question that it answers right away. */
export const buildCoachPath = (prompt: string) => `${COACH_PATH}?${new URLSearchParams({ prompt })}`

const RETURN_PARAMETER = 'next'

/** Path to the sign-in page, with the path to return to afterward. */
export function buildLoginPath(returnPath: string | null): string {
  if (returnPath === null || returnPath === '/' || returnPath === HOME_PATH) return LOGIN_PATH
  return `${LOGIN_PATH}?${new URLSearchParams({ [RETURN_PARAMETER]: returnPath })}`
}

/** Path to open after sign-in: the return path if it is on this origin, otherwise the home path. */
export function readReturnPath(search: URLSearchParams, origin: string): string {
  const wanted = search.get(RETURN_PARAMETER)
  if (wanted === null || !wanted.startsWith('/')) return HOME_PATH
  const url = parseUrl(wanted, origin)
  // A path such as /.//host becomes //host, which a browser opens as another site.
  if (url === null || url.origin !== origin || url.pathname.startsWith('//')) return HOME_PATH
  if ([LOGIN_PATH, REGISTER_PATH].includes(url.pathname)) return HOME_PATH
  return url.pathname + url.search + url.hash
}

function parseUrl(path: string, origin: string): URL | null {
  return URL.canParse(path, origin) ? new URL(path, origin) : null
}

const SYMBOL = /^[A-Z]{1,6}([.-][A-Z]{1,3})?$/

/** Returns the symbol in upper case, or null if the text is not a symbol. */
export const readSymbol = (text: string): string | null => SYMBOL.exec(text.trim().toUpperCase())?.[0] ?? null
