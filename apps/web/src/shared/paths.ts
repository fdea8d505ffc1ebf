export const LOGIN_PATH = '/login'
export const REGISTER_PATH = '/register'
export const SCREENING_PATH = '/screening'
export const ANALYSIS_PATH = '/analysis'
export const PORTFOLIO_PATH = '/portfolio'
export const COACH_PATH = '/ai-coach'

/** The signed-in pages there are: nothing links to another one. */
export const pagePaths: readonly string[] = [SCREENING_PATH, ANALYSIS_PATH, PORTFOLIO_PATH]

/** Where a sign-in leads that came from nowhere in particular. */
export const HOME_PATH = SCREENING_PATH

/** The analysis of one stock. */
export const buildAnalysisPath = (symbol: string) => `${ANALYSIS_PATH}?${new URLSearchParams({ symbol })}`

/** A call to write against shares that are bought with it; dollars per share. */
export interface NewPosition {
  readonly symbol: string
  readonly expiration: string
  readonly strike: number
  readonly entryPrice: number
  readonly premium: number
  readonly contracts: number
}

/** The portfolio with its form for a new position open and filled in. */
export function buildAddPositionPath({
  symbol,
  expiration,
  strike,
  entryPrice,
  premium,
  contracts,
}: NewPosition): string {
  const fields = { add: symbol, exp: expiration, strike, price: entryPrice, premium, contracts }
  const search = Object.entries(fields).map(([name, value]) => [name, String(value)])
  return `${PORTFOLIO_PATH}?${new URLSearchParams(search)}`
}

/** The coach, asked a question as it opens. */
export const buildCoachPath = (prompt: string) => `${COACH_PATH}?${new URLSearchParams({ prompt })}`

const RETURN_PARAMETER = 'next'

/** The sign-in page, remembering the page that asked for it. */
export function buildLoginPath(returnPath: string | null): string {
  if (returnPath === null || returnPath === '/' || returnPath === HOME_PATH) return LOGIN_PATH
  return `${LOGIN_PATH}?${new URLSearchParams({ [RETURN_PARAMETER]: returnPath })}`
}

/** The page to go to after a sign-in: a path of this origin, or home. Anything else in the address is ignored. */
export function readReturnPath(search: URLSearchParams, origin: string): string {
  const wanted = search.get(RETURN_PARAMETER)
  if (wanted === null || !wanted.startsWith('/')) return HOME_PATH
  const url = parseUrl(wanted, origin)
  if (url === null || url.origin !== origin) return HOME_PATH
  if ([LOGIN_PATH, REGISTER_PATH].includes(url.pathname)) return HOME_PATH
  return url.pathname + url.search + url.hash
}

function parseUrl(path: string, origin: string): URL | null {
  return URL.canParse(path, origin) ? new URL(path, origin) : null
}
