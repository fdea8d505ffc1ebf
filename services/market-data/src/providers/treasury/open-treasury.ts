import { type IsoDate, newYorkCloseMs, newYorkDate } from '@callwright/scoring'
import { createBoundedCache } from '@callwright/service'
import { createProviderClient } from '../http/provider-client.ts'
import { ProviderFailure } from '../http/provider-failure.ts'
import type { Provider, ProviderDeps } from '../provider-definition.ts'
import { chooseRate, findCurve, type RateCurve } from '../rate-curve.ts'
import { readTreasuryCsv } from './read-treasury-csv.ts'

interface TreasuryConfig {
  readonly baseUrl?: string
}

export const NAME = 'treasury'
const STAMP = { source: 'US Treasury', dataClass: 'delayed' } as const
const FOLDER = '/resource-center/data-chart-center/interest-rates/daily-treasury-rates.csv'
/** A year of rows is under 30 KB. */
const MAX_BYTES = 1_024 * 1_024
/** How long to reuse a file. It contains every tenor, so it serves all requests. */
const HOLD_MS = 10 * 60_000

/** Opens a source of interest rates: the Treasury's daily par curve, which needs no key. */
export function openTreasury({ baseUrl = 'https://home.treasury.gov' }: TreasuryConfig, deps: ProviderDeps): Provider {
  const client = createProviderClient({
    provider: NAME,
    baseUrl,
    maxBytes: MAX_BYTES,
    // The Treasury has no plans, so a 403 comes from the site's bot protection and is temporary.
    findFailure: ({ status }) =>
      status === 403 ? { kind: 'unavailable', status, detail: 'rejected for now (HTTP 403)' } : null,
    fetch: deps.fetch,
    timeoutMs: deps.timeoutMs,
  })
  const held = createBoundedCache<Promise<RateCurve>>(1)

  async function readYear(year: number): Promise<RateCurve[]> {
    const text = await client.getText(`${FOLDER}/${year}/all`, {
      type: 'daily_treasury_yield_curve',
      field_tdr_date_value: year,
      page: '',
      _format: 'csv',
    })
    return readTreasuryCsv(text)
  }

  /** Reads the latest published curve, which may be from last year during the first days of a year. */
  async function readCurve(asOfDate: IsoDate): Promise<RateCurve> {
    const year = Number(asOfDate.slice(0, 4))
    const isJanuary = asOfDate.slice(5, 7) === '01'
    const curves = isJanuary ? await readYear(year).catch(emptyIfMissing) : await readYear(year)
    const curve = findCurve(curves, asOfDate) ?? (isJanuary ? findCurve(await readYear(year - 1), asOfDate) : null)
    if (curve !== null) return curve
    throw new ProviderFailure(NAME, { kind: 'unreadable', detail: `returned no rates on or before ${asOfDate}` })
  }

  function loadCurve(): Promise<RateCurve> {
    const nowMs = deps.now()
    const asOfDate = newYorkDate(nowMs)
    const known = held.get(asOfDate, nowMs)
    if (known !== null) return known
    const loading = readCurve(asOfDate)
    held.set(asOfDate, loading, nowMs + HOLD_MS)
    loading.catch(() => held.clear())
    return loading
  }

  return {
    name: NAME,
    stamp: () => ({ ...STAMP, asOfMs: deps.now() }),
    capabilities: {
      rates: {
        async findRate(days) {
          const curve = await loadCurve()
          return { ...STAMP, asOfMs: newYorkCloseMs(curve.date), ...chooseRate(curve, days) }
        },
      },
    },
    async ping() {
      await readCurve(newYorkDate(deps.now()))
    },
    describe: () => ({
      title: 'US Treasury daily par yield curve',
      limits: [
        'No key and no stated limit. One file of under 30 KB is cached for ten minutes.',
        'One curve per business day, published by about 18:00 New York from 15:30 quotes.',
      ],
      terms: ['A work of the United States government, in the public domain.'],
    }),
  }
}

/** A new year's file may not exist until its first session ends. */
function emptyIfMissing(error: unknown): RateCurve[] {
  if (error instanceof ProviderFailure && error.kind === 'not_found') return []
  throw error
}
