import type { IsoDate } from '../calendar/iso-date.ts'
import { addAmounts, NO_AMOUNTS, netPremium, type Sums, toUsd, type Units } from './ledger-money.ts'
import type { EventResult, Replayed } from './replay.ts'

/** Income of one month or symbol, dollars. */
export interface IncomeBucket {
  readonly key: string
  readonly premiumReceivedUsd: number
  readonly paidToCloseUsd: number
  readonly optionFeesUsd: number
  /** Cash view: received − paid − fees, on the day of each trade. */
  readonly netPremiumUsd: number
  /** Realized view: each contract when it ended. */
  readonly realizedOptionsUsd: number
  readonly realizedStockUsd: number
  readonly dividendsUsd: number
  readonly rolls: number
  readonly rollNetUsd: number
  /** Option results of outcomes that are not confirmed; no other figure contains them. */
  readonly presumedUsd: number
}

/** The presumed option result of an expired call, dollars, on the day of its expiration. */
export interface PresumedIncome {
  readonly chainId: string
  readonly day: IsoDate
  readonly usd: number
}

export interface IncomeRequest {
  readonly by: 'month' | 'symbol'
  /** First and last day, included; null for no bound. */
  readonly from: IsoDate | null
  readonly to: IsoDate | null
  readonly includesChain: (chainId: string) => boolean
  readonly presumed: readonly PresumedIncome[]
}

interface Bucket extends Sums {
  rolls: number
  rollNet: Units
  presumedUsd: number
}

const newBucket = (): Bucket => ({ ...NO_AMOUNTS, rolls: 0, rollNet: 0, presumedUsd: 0 })

/**
 * Income by month or by symbol (L39), in order of the key, and the totals, which are the sums of the buckets. Months
 * without events between the first and the last one are included, with zeros. Verified by E9 and by the law that both
 * views have the same sum over ended chains.
 */
export function sumIncome(
  { results, chains }: Pick<Replayed, 'results' | 'chains'>,
  { by, from, to, includesChain, presumed }: IncomeRequest,
): { readonly buckets: readonly IncomeBucket[]; readonly totals: IncomeBucket } {
  const sums = new Map<string, Bucket>()
  const totals = newBucket()
  const isWanted = (chainId: string, day: IsoDate) =>
    includesChain(chainId) && (from === null || day >= from) && (to === null || day <= to)
  const keyOf = (chainId: string, day: IsoDate) =>
    by === 'month' ? day.slice(0, MONTH_LENGTH) : (chains.get(chainId)?.symbol ?? '')
  const at = (chainId: string, day: IsoDate) => {
    const key = keyOf(chainId, day)
    const found = sums.get(key) ?? newBucket()
    sums.set(key, found)
    return [found, totals]
  }
  for (const result of results) {
    const day = result.event.occurredOn
    if (!isWanted(result.chainId, day) || !hasIncome(result)) continue
    for (const sum of at(result.chainId, day)) add(sum, result)
  }
  for (const { chainId, day, usd } of presumed) {
    if (isWanted(chainId, day)) for (const sum of at(chainId, day)) sum.presumedUsd += usd
  }
  if (by === 'month') fillMonths(sums)
  const buckets = [...sums].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([key, sum]) => toBucket(key, sum))
  return { buckets, totals: toBucket('total', totals) }
}

const MONTH_LENGTH = 'YYYY-MM'.length

/** A purchase of shares is no income. */
const hasIncome = ({ event }: EventResult): boolean => event.kind !== 'buy_shares'

function add(sum: Bucket, result: EventResult): void {
  addAmounts(sum, result)
  if (result.event.kind !== 'roll') return
  sum.rolls += 1
  sum.rollNet += netPremium(result)
}

function fillMonths(sums: Map<string, Bucket>): void {
  const months = [...sums.keys()].toSorted()
  const [first, last] = [months[0], months.at(-1)]
  if (first === undefined || last === undefined) return
  for (let month = first; month < last; month = nextMonth(month)) if (!sums.has(month)) sums.set(month, newBucket())
}

function nextMonth(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return number === 12
    ? `${String(year + 1).padStart(4, '0')}-01`
    : `${month.slice(0, 4)}-${String(number + 1).padStart(2, '0')}`
}

function toBucket(key: string, sum: Bucket): IncomeBucket {
  return {
    key,
    premiumReceivedUsd: toUsd(sum.premiumReceived),
    paidToCloseUsd: toUsd(sum.paidToClose),
    optionFeesUsd: toUsd(sum.optionFees),
    netPremiumUsd: toUsd(netPremium(sum)),
    realizedOptionsUsd: toUsd(sum.realizedOptions),
    realizedStockUsd: toUsd(sum.realizedStock),
    dividendsUsd: toUsd(sum.dividends),
    rolls: sum.rolls,
    rollNetUsd: toUsd(sum.rollNet),
    presumedUsd: sum.presumedUsd,
  }
}
