import type { IsoDate } from '../calendar/iso-date.ts'
import { SHARES_PER_CONTRACT } from '../contract-size.ts'
import { toMicros, toShareCount, type Units } from '../lifecycle/ledger-money.ts'
import type { Replayed } from '../lifecycle/replay.ts'
import type { GrantPrices } from './call-qualification.ts'
import type { OpenContracts, TaxEnding, Writing } from './tax-contracts.ts'
import { openTaxJudge, type WashSale } from './tax-flags.ts'
import { readTaxLedger, type TaxChain, type TaxLedger, type TaxSale } from './tax-ledger.ts'
import type { TaxFlag, TaxTerm } from './tax-words.ts'

/** A line of the tax view: contracts or shares that left. Dollars with cents; the first fields are Form 8949's (a) to (h). */
export interface TaxRow {
  readonly description: string
  /** Null if no lot is known. */
  readonly dateAcquired: IsoDate | null
  readonly dateSold: IsoDate
  readonly proceedsUsd: number
  readonly costUsd: number
  /** The user fills in code and adjustment. */
  readonly code: null
  readonly adjustmentUsd: null
  readonly gainOrLossUsd: number
  readonly term: TaxTerm
  readonly kind: 'call' | 'shares'
  readonly symbol: string
  /** Symbol of a standard contract; null for shares and adjusted contracts. */
  readonly contract: string | null
  readonly quantity: number
  readonly openedOn: IsoDate | null
  readonly closedOn: IsoDate
  /** Premium of assigned calls in the proceeds of shares; null for calls. */
  readonly premiumInProceedsUsd: number | null
  /** Proceeds as some forms show them: of a call, premium less buy-back, with a cost of 0. */
  readonly proceeds1099bUsd: number
  /** Whether the call is a qualified covered call; null if unknown, and for shares. */
  readonly qualified: boolean | null
  readonly flags: readonly TaxFlag[]
  readonly washSale: WashSale | null
  readonly eventIds: readonly string[]
}

/** A dividend by its pay date, dollars; not classed as qualified or ordinary. */
export interface TaxDividendRow {
  readonly eventId: string
  readonly symbol: string
  readonly paidOn: IsoDate
  readonly exDate: IsoDate
  readonly amountUsd: number
  readonly withheldUsd: number
  readonly isSpecial: boolean
}

/** Contracts that were open at the end of the year, or are today. Their premium counts when they end; expired ones are left out. */
export interface OpenAtYearEnd extends Omit<OpenContracts, 'chainId'> {
  readonly symbol: string
  readonly contract: string | null
}

export interface TaxTotals {
  readonly shortUsd: number
  readonly longUsd: number
  readonly checkUsd: number
}

export interface TaxView {
  /** In order of the day on which they ended. */
  readonly rows: readonly TaxRow[]
  readonly totals: TaxTotals
  readonly dividends: readonly TaxDividendRow[]
  readonly open: readonly OpenAtYearEnd[]
  /** December 31, or today if the year is not over. */
  readonly openAsOf: IsoDate
  /** Years in which anything ended or was paid, and years at whose end a call was open; ascending. */
  readonly years: readonly number[]
}

export interface TaxRequest {
  readonly year: number
  readonly today: IsoDate
  readonly settingsOf: (chainId: string) => TaxChain
  readonly pricesOf: (writing: Writing) => GrantPrices
  /** The ledger as `readTaxYear` reads it, if that was done before. */
  readonly ledger?: TaxLedger
}

const yearOf = (day: IsoDate): number => Number(day.slice(0, 'YYYY'.length))

/** The ledger as the tax view of a year counts it, which takes most of the time of a view. */
export function readTaxYear(
  replayed: Replayed,
  { year, today, settingsOf }: Pick<TaxRequest, 'year' | 'today' | 'settingsOf'>,
): TaxLedger {
  const lastDay = `${year}-12-31`
  return readTaxLedger(replayed, { settingsOf, until: lastDay < today ? lastDay : today })
}

/**
 * The United States tax view of one year (LIFECYCLE 6, L50 to L56; no advice): a row for every call that expired or was
 * bought back, short-term on that day, and one for each lot of shares that were sold or called away, with the premium of
 * assigned calls in the proceeds. Years are those of New York trade days. Lots are first in, first out over all chains of a
 * stock in an account; named lots come first. Fees lower proceeds or raise cost. Tax-deferred chains are left out, but
 * their purchases count for wash sales. Consequences of calls that are not qualified are flags, never dollars. Pure.
 * Verified by E5, E6, E10, E12, bounds of each rule, and the law that gains for tax equal gains in money over ended chains.
 */
export function buildTaxView(replayed: Replayed, request: TaxRequest): TaxView {
  const { year, today, pricesOf, ledger = readTaxYear(replayed, request) } = request
  const lastDay = `${year}-12-31`
  const isOver = lastDay < today
  const openAsOf = isOver ? lastDay : today
  const judge = openTaxJudge(ledger, pricesOf)
  const finalSymbol = (chainId: string) => replayed.chains.get(chainId)?.symbol ?? ''
  const isWanted = (day: IsoDate) => yearOf(day) === year
  const isStandard = (positionId: string) => {
    const call = replayed.calls.get(positionId)
    return call?.multiplier === SHARES_PER_CONTRACT && call.deliverable === toMicros(SHARES_PER_CONTRACT)
  }

  const calls = ledger.endings
    .filter(({ ending }) => ending.kind !== 'assigned' && isWanted(ending.day))
    .map((ended) => describeCall(ended, judge, isStandard(ended.positionId)))
  const shares = ledger.sales
    .filter(({ result }) => isWanted(result.event.occurredOn))
    .map((sale) => describeShares(sale, judge, finalSymbol(sale.result.chainId)))
  const rows = [...calls, ...shares].toSorted(byDay)
  return {
    rows,
    totals: sumTerms(rows),
    dividends: ledger.dividends
      .filter(({ event }) => isWanted(event.occurredOn))
      .map(({ symbol, event }) => ({
        eventId: event.eventId,
        symbol,
        paidOn: event.occurredOn,
        exDate: event.exDate,
        amountUsd: event.amountUsd,
        withheldUsd: event.withheldUsd,
        isSpecial: event.special,
      })),
    open: ledger.open
      .filter(
        ({ openedOn, expiration }) => openedOn <= lastDay && (isOver ? expiration > lastDay : expiration >= today),
      )
      .map(({ chainId, ...call }) => {
        const symbol = finalSymbol(chainId)
        return { ...call, symbol, contract: isStandard(call.positionId) ? nameContract(symbol, call) : null }
      }),
    openAsOf,
    years: listYears([
      ...ledger.endings.map(({ ending }) => ending.day),
      ...ledger.sales.map(({ result }) => result.event.occurredOn),
      ...ledger.dividends.map(({ event }) => event.occurredOn),
      ...[...ledger.writings.values()].flat().map(({ day }) => day),
    ]),
  }
}

type TaxJudge = ReturnType<typeof openTaxJudge>

function describeCall(ended: TaxEnding, judge: TaxJudge, isStandard: boolean): TaxRow {
  const { ending, result, strike, expiration, writings } = ended
  const { symbol, event } = result
  const proceeds = toCents(ending.premium - ending.openingFees)
  const cost = toCents(ending.paid + ending.fees)
  const gain = toCents(toUnitsOfCents(proceeds) - toUnitsOfCents(cost))
  const { term, flags } = judge.judgeCall(ended, gain < 0)
  const calls = `${ending.contracts} ${ending.contracts === 1 ? 'call' : 'calls'}`
  const [year, month, day] = expiration.split('-')
  return {
    description: `${calls} ${symbol} ${month}/${day}/${year} $${strike.toFixed(2)}`,
    dateAcquired: ending.day,
    dateSold: ending.day,
    proceedsUsd: proceeds,
    costUsd: cost,
    code: null,
    adjustmentUsd: null,
    gainOrLossUsd: gain,
    term,
    kind: 'call',
    symbol,
    contract: isStandard ? nameContract(symbol, { strike, expiration }) : null,
    quantity: ending.contracts,
    openedOn: writings[0]?.day ?? null,
    closedOn: ending.day,
    premiumInProceedsUsd: null,
    proceeds1099bUsd: gain,
    qualified: judge.isQualified(writings),
    flags,
    washSale: null,
    eventIds: [...writings.map(({ eventId }) => eventId), event.eventId],
  }
}

function describeShares(sale: TaxSale, judge: TaxJudge, finalSymbol: string): TaxRow {
  const { result, part, shares } = sale
  const { symbol, event } = result
  const proceeds = toCents(sale.proceeds)
  const cost = toCents(part?.cost ?? 0)
  const gain = toCents(toUnitsOfCents(proceeds) - toUnitsOfCents(cost))
  const { term, flags } = judge.judgeShares(sale)
  const washSale = gain < 0 ? judge.findWashSale(sale, finalSymbol) : null
  return {
    description: part === null ? `Cash in lieu ${symbol}` : `${toShareCount(shares)} sh ${symbol}`,
    dateAcquired: part?.acquiredOn ?? null,
    dateSold: event.occurredOn,
    proceedsUsd: proceeds,
    costUsd: cost,
    code: null,
    adjustmentUsd: null,
    gainOrLossUsd: gain,
    term,
    kind: 'shares',
    symbol,
    contract: null,
    quantity: toShareCount(shares),
    openedOn: part?.acquiredOn ?? null,
    closedOn: event.occurredOn,
    premiumInProceedsUsd: toCents(sale.premium),
    proceeds1099bUsd: proceeds,
    qualified: null,
    flags: washSale === null ? flags : [...flags, 'wash_sale_possible'],
    washSale,
    eventIds: part === null ? [event.eventId] : [part.eventId, event.eventId],
  }
}

const CENTS = 100
/** Dollars and cents of an amount in units of $0.0001. */
const toCents = (units: Units): number => Math.round(units / CENTS) / CENTS + 0

const toUnitsOfCents = (usd: number): Units => Math.round(usd * CENTS) * CENTS

/** Contract symbol without blanks, as for listed calls: `BRKB260821C00500000`. */
function nameContract(
  symbol: string,
  { strike, expiration }: { readonly strike: number; readonly expiration: IsoDate },
): string {
  const date = expiration.slice(2).replaceAll('-', '')
  return `${symbol.replace('.', '')}${date}C${String(Math.round(strike * 1_000)).padStart(8, '0')}`
}

const byDay = (a: TaxRow, b: TaxRow): number =>
  compare(a.dateSold, b.dateSold) ||
  compare(a.symbol, b.symbol) ||
  compare(a.dateAcquired ?? '', b.dateAcquired ?? '') ||
  compare(a.contract ?? '', b.contract ?? '')

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

function sumTerms(rows: readonly TaxRow[]): TaxTotals {
  const sum = (term: TaxTerm) =>
    toCents(
      rows.filter((row) => row.term === term).reduce((units, row) => units + toUnitsOfCents(row.gainOrLossUsd), 0),
    )
  return { shortUsd: sum('short'), longUsd: sum('long'), checkUsd: sum('check') }
}

const listYears = (days: readonly IsoDate[]): number[] => [...new Set(days.map(yearOf))].toSorted((a, b) => a - b)
