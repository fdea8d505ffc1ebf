import { addDays, type EarningsReport, isTradingDay, newYorkDate } from '@callwright/scoring'
import { readPositiveInteger, readUrl } from '../../settings.ts'
import { isSymbol, normalizeSymbol } from '../../symbols.ts'
import { UNKNOWN_FUNDAMENTALS } from '../fundamentals.ts'
import { type JsonObject, readObject, readObjects, readText } from '../http/json-values.ts'
import { createProviderClient, type Query, type RawAnswer } from '../http/provider-client.ts'
import { type FailureFacts, ProviderFailure } from '../http/provider-failure.ts'
import { type FileParser, parseFile } from '../http/vendor-files.ts'
import type { Answer, CashDividend, Fundamentals, IsoDate, Missing, Stamp } from '../provider.ts'
import type { Provider, ProviderDefinition, ProviderDeps } from '../provider-definition.ts'
import { readAmount, readData, readEarningsDay, readStocks, readUsDay } from './read-rows.ts'

const NAME = 'nasdaq'
const BASE_URL = 'https://api.nasdaq.com'
const SITE = 'https://www.nasdaq.com'
/** Without the headers of a browser, the vendor lets the connection hang. */
const BROWSER = {
  accept: 'application/json, text/plain, */*',
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36',
  origin: SITE,
  referer: `${SITE}/`,
}
const MAX_BYTES = 8 * 1_024 * 1_024
/** Pause after a refusal, which comes from the site's bot protection. */
const PAUSE_MS = 60_000
/** A list of all stocks with fewer rows than this is truncated. */
const LEAST_STOCKS = 3_000

const TERMS = [
  'The website terms of Nasdaq allow personal, non-commercial use only, and forbid automated access and storing for others without consent of Nasdaq.',
  'Set NASDAQ_PERMISSION=yes only if you have that consent. The app then serves this machine only and records nothing; its database keeps dividends, earnings dates and market capitalizations.',
] as const

const parserOf = <T>(parse: (text: string) => T): FileParser<T> => ({
  module: new URL('./read-rows.ts', import.meta.url).href,
  parse,
})

const lacks = (field: string, what: string): Missing => ({ field, reason: `Nasdaq has no ${what}` })

/** A 403 comes from the bot protection; the vendor has no plans. */
function findFailure({ status }: RawAnswer): FailureFacts | null {
  return status === 403
    ? { kind: 'rate_limited', status, detail: 'rejected the call (HTTP 403)', retryAfterMs: PAUSE_MS }
    : null
}

interface NasdaqConfig {
  readonly baseUrl?: string
  /** Fewest rows of a complete list of stocks. */
  readonly leastStocks?: number
}

/** Opens Nasdaq's calendars, dividends and market capitalizations. Makes no call before the first request. */
export function openNasdaq(
  { baseUrl = BASE_URL, leastStocks = LEAST_STOCKS }: NasdaqConfig,
  deps: ProviderDeps,
): Provider {
  const { now, files, fetch, timeoutMs } = deps
  const client = createProviderClient({
    provider: NAME,
    baseUrl,
    headers: BROWSER,
    maxBytes: MAX_BYTES,
    findFailure,
    timeoutMs,
    fetch,
  })
  const stamp = (): Stamp => ({ source: NAME, dataClass: 'delayed', asOfMs: now() })
  const answer = <T>(value: T, missing: readonly Missing[] = []): Answer<T> => ({ ...stamp(), value, missing })
  const today = () => newYorkDate(now())

  const ask = async (path: string, query: Query = {}): Promise<JsonObject | null> =>
    parseFile(NAME, parserOf(readData), await client.getText(path, query))
  const pathOf = (symbol: string, rest: string) => `${rest.replace('SYMBOL', encodeURIComponent(symbol))}`

  async function listCaps(): Promise<ReadonlyMap<string, number>> {
    const stocks = await files.find({
      key: 'stocks',
      lifetime: 'day',
      parser: parserOf(readStocks),
      load: () => client.getText('/api/screener/stocks', { tableonly: true, limit: 25_000, download: true }),
    })
    if (stocks.length < leastStocks) {
      throw new ProviderFailure(NAME, { kind: 'unreadable', detail: `returned a list of only ${stocks.length} stocks` })
    }
    return new Map(stocks.map(({ symbol, marketCapUsd }) => [normalizeSymbol(symbol), marketCapUsd]))
  }

  function toFundamentals(symbol: string, marketCapUsd: number | null): Answer<Fundamentals> {
    const missing = [
      ...(marketCapUsd === null ? [lacks('market_cap', `market capitalization for ${symbol}`)] : []),
      ...[lacks('net_margin', 'net margin'), lacks('debt_to_equity', 'debt to equity')],
      ...[lacks('dividend_yield', 'dividend yield'), lacks('credit_rating', 'credit ratings')],
    ]
    return answer({ ...UNKNOWN_FUNDAMENTALS, marketCapUsd }, missing)
  }

  const listReports = (date: IsoDate) =>
    files.find({
      key: `earnings/${date}`,
      lifetime: 'day',
      parser: parserOf(readEarningsDay),
      load: () => client.getText('/api/calendar/earnings', { date }),
    })

  return {
    name: NAME,
    stamp,
    capabilities: {
      fundamentals: {
        async findFundamentals(symbol) {
          return toFundamentals(symbol, (await listCaps()).get(symbol) ?? null)
        },
        async listMarketFundamentals() {
          const caps = [...(await listCaps())].filter(([symbol]) => isSymbol(symbol))
          return new Map(caps.map(([symbol, cap]) => [symbol, toFundamentals(symbol, cap)]))
        },
      },
      dividends: {
        async listDividends(symbol) {
          const path = pathOf(symbol, '/api/quote/SYMBOL/dividends')
          const data = (await ask(path, { assetclass: 'stocks' })) ?? (await ask(path, { assetclass: 'etf' }))
          const table = readObject(data?.dividends)
          const rows = readObjects(table.rows ?? readObject(data?.history).rows)
          return answer(rows.flatMap(readDividend).sort((a, b) => (a.exDate < b.exDate ? -1 : 1)))
        },
      },
      earnings: {
        async findNextEarnings(symbol) {
          const data = await ask(pathOf(symbol, '/api/analyst/SYMBOL/earnings-date'))
          const report = readAnnouncement(data)
          const isNext = report !== null && report.date >= today()
          return answer(isNext ? report : null, isNext ? [] : [lacks('earnings_date', `next report for ${symbol}`)])
        },
        async listPastEarnings(symbol) {
          const data = await ask(pathOf(symbol, '/api/company/SYMBOL/earnings-surprise'))
          const rows = readObjects(readObject(data?.earningsSurpriseTable).rows)
          const reports = rows.flatMap(({ dateReported }): EarningsReport[] => {
            const date = readUsDay(dateReported)
            return date === null ? [] : [{ date, session: null }]
          })
          return answer(reports.sort((a, b) => (a.date < b.date ? -1 : 1)))
        },
        async listMarketEarnings(from, to) {
          const market = new Map<string, EarningsReport>()
          for (let date = from; date <= to; date = addDays(date, 1)) {
            if (!isTradingDay(date)) continue
            for (const { symbol: written, session } of await listReports(date)) {
              const symbol = normalizeSymbol(written)
              if (isSymbol(symbol) && !market.has(symbol)) market.set(symbol, { date, session })
            }
          }
          return answer(market)
        },
      },
    },
    async ping() {
      await listReports(today())
    },
    describe: () => ({
      title: 'Nasdaq calendars',
      limits: ['No key. No published limit; one call per second is safe, and bursts are rejected.'],
      terms: TERMS,
    }),
  }
}

/** The vendor lists cash dividends and, rarely, stock dividends. */
function readDividend({ exOrEffDate, type, amount }: JsonObject): CashDividend[] {
  const exDate = readUsDay(exOrEffDate)
  const cashUsd = readAmount(amount)
  const isCash = /cash/i.test(readText(type) ?? 'cash')
  return exDate === null || cashUsd === null || !(cashUsd > 0) || !isCash ? [] : [{ exDate, cashUsd, kind: null }]
}

/** The date is in a sentence: `Earnings announcement* for DEMO: Nov 5, 2026`; the asterisk marks an estimate. */
function readAnnouncement(data: JsonObject | null): EarningsReport | null {
  const text = readText(data?.reportText) ?? ''
  const named = /:\s*([A-Z][a-z]{2})[a-z]* (\d{1,2}), (\d{4})/.exec(readText(data?.announcement) ?? '')
  const date = readUsDay(/\d{1,2}\/\d{1,2}\/\d{4}/.exec(text)?.[0]) ?? readNamedDay(named)
  if (date === null) return null
  const session = /after market close/i.test(text)
    ? 'after_close'
    : /before market open/i.test(text)
      ? 'before_open'
      : null
  return { date, session }
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

function readNamedDay(match: RegExpExecArray | null): IsoDate | null {
  const [, month = '', day = '', year = ''] = match ?? []
  return readUsDay(`${MONTHS.indexOf(month) + 1}/${day}/${year}`)
}

const CALLS_PER_MINUTE = 60
const SECONDS_PER_MINUTE = 60

export const nasdaq: ProviderDefinition = {
  name: NAME,
  capabilities: ['fundamentals', 'dividends', 'earnings'],
  variables: ['NASDAQ_PERMISSION', 'NASDAQ_CALLS_PER_MINUTE', 'NASDAQ_BASE_URL'],
  storing: 'forbidden',
  keyless: false,
  offer: {
    title: 'Nasdaq calendars',
    summary: 'earnings dates, dividends and market capitalizations',
    origin: null,
    isFree: true,
    settings: [],
    consent: { variable: 'NASDAQ_PERMISSION', terms: TERMS },
  },
  readSettings(env) {
    const calls = readPositiveInteger(env, 'NASDAQ_CALLS_PER_MINUTE', CALLS_PER_MINUTE)
    const baseUrl = readUrl(env, 'NASDAQ_BASE_URL')
    const problems = [...calls.problems, ...baseUrl.problems]
    if (env.NASDAQ_PERMISSION?.trim() !== 'yes') problems.unshift(`NASDAQ_PERMISSION is not yes. ${TERMS.join(' ')}`)
    if (problems.length > 0 || calls.value === null) return { ok: false, problems }
    const url = baseUrl.value === null ? {} : { baseUrl: baseUrl.value }
    return {
      ok: true,
      value: {
        name: NAME,
        limit: { burst: 2, perSecond: calls.value / SECONDS_PER_MINUTE },
        keyId: 'public',
        open: (deps) => openNasdaq(url, deps),
      },
    }
  },
}
