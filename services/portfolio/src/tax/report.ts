import { createWireWriter, OpenAtYearEnd, TaxDividend, type TaxReport, TaxRow } from '@callwright/contracts'
import {
  buildTaxView,
  type ChainState,
  describeSplit,
  type GrantPrices,
  type IsoDate,
  readTaxYear,
  TAX_NOTE,
  type TaxChain,
  type TaxView,
  type Writing,
} from '@callwright/scoring'
import type { Ledger } from '../ledger/ledger-book.ts'
import { suggestForChain } from '../ledger/suggest.ts'
import type { ChainSettings } from '../positions/position-store.ts'
import { listOpenChains, type ValuedChain } from '../valuation/chains.ts'
import type { ChainChoice, ValuedPortfolio } from '../valuation/valuation.ts'
import { FIRST_GRANT_DAY, NO_PRICES, readGrantPrices } from './qualify-calls.ts'

const writeRow = createWireWriter(TaxRow, { proceeds_1099b_usd: 'proceeds1099bUsd' })
const writeDividend = createWireWriter(TaxDividend, { special: 'isSpecial' })
const writeOpen = createWireWriter(OpenAtYearEnd, { strike_price: 'strike', expiry_date: 'expiration' })

interface TaxYear {
  readonly year: number
  readonly today: IsoDate
}

/** Reads whether and where a chain is taxed. */
function openSettings(settings: readonly ChainSettings[]): (chainId: string) => TaxChain {
  const known = new Map(settings.map(({ id, account, taxDeferred }) => [id, { account, isDeferred: taxDeferred }]))
  return (chainId) => known.get(chainId) ?? { account: null, isDeferred: false }
}

const lastRead = new WeakMap<Ledger, { readonly key: string; readonly read: ReturnType<typeof readTaxYear> }>()

/** A request for a view without prices. The last year that was read of a ledger is kept, as long as nothing changes it. */
function toRequest({ ledger, settings }: Pick<ValuedPortfolio, 'ledger' | 'settings'>, { year, today }: TaxYear) {
  const settingsOf = openSettings(settings)
  const key = JSON.stringify([year, today, settings.map(({ id, account, taxDeferred }) => [id, account, taxDeferred])])
  const known = lastRead.get(ledger)
  const read = known?.key === key ? known.read : readTaxYear(ledger.replayed, { year, today, settingsOf })
  lastRead.set(ledger, { key, read })
  return { year, today, settingsOf, ledger: read }
}

/**
 * Chooses the chains whose market data a tax year needs: open ones, whose outcomes may be unconfirmed, and those on which
 * calls were written that must be judged. A first view without prices finds these calls.
 */
export function chooseTaxChains(asked: TaxYear): ChainChoice {
  const days = new Map<string, Set<IsoDate>>()
  const note = ({ chainId, day }: Writing): GrantPrices => {
    if (day >= FIRST_GRANT_DAY) days.set(chainId, (days.get(chainId) ?? new Set()).add(day))
    return NO_PRICES
  }
  return {
    positions: 'of_chains',
    wants: 'history',
    choose: (ledger, settings) => {
      days.clear()
      buildTaxView(ledger.replayed, { ...toRequest({ ledger, settings }, asked), pricesOf: note })
      const judged = [...days.keys()].flatMap((id) => ledger.replayed.chains.get(id) ?? [])
      return [...new Set([...judged, ...listOpenChains(ledger)])]
    },
    grantDaysOf: ({ chainId }: ChainState) => [...(days.get(chainId) ?? [])],
  }
}

/** The tax view of a year for one user. */
export function viewTaxYear(portfolio: ValuedPortfolio, asked: TaxYear): TaxView {
  const byChain = new Map(portfolio.chains.map((valued) => [valued.chain.chainId, valued]))
  return buildTaxView(portfolio.ledger.replayed, {
    ...toRequest(portfolio, asked),
    pricesOf: (writing) => readGrantPrices(writing, byChain.get(writing.chainId)),
  })
}

/** The response to a request for a tax view. */
export function toWireReport(view: TaxView, portfolio: ValuedPortfolio, asked: TaxYear): TaxReport {
  const settingsOf = openSettings(portfolio.settings)
  const taxed = portfolio.chains.filter(({ chain }) => !settingsOf(chain.chainId).isDeferred)
  return {
    status: 'success',
    year: asked.year,
    years: listYears(view, asked),
    rows: view.rows.map((row) => writeRow({ ...row, washSale: toWireWashSale(row) })),
    totals: {
      short_usd: view.totals.shortUsd,
      long_usd: view.totals.longUsd,
      check_usd: view.totals.checkUsd,
    },
    dividends: view.dividends.map(writeDividend),
    open_at_year_end: view.open.map(writeOpen),
    open_as_of: view.openAsOf,
    unconfirmed: taxed
      .flatMap((valued) => listUnconfirmed(valued, portfolio))
      .filter(({ day }) => Number(day.slice(0, 'YYYY'.length)) === asked.year),
    note: TAX_NOTE,
    message: describeMissing(portfolio),
  }
}

function toWireWashSale({ washSale }: TaxView['rows'][number]) {
  return washSale === null ? null : { sold_on: washSale.soldOn, bought_on: washSale.boughtOn }
}

/** Always includes the year asked for and the current one, so that both can be chosen. */
function listYears({ years }: TaxView, { year, today }: TaxYear): number[] {
  return [...new Set([...years, year, Number(today.slice(0, 'YYYY'.length))])].toSorted((a, b) => a - b)
}

function listUnconfirmed(valued: ValuedChain, portfolio: ValuedPortfolio): TaxReport['unconfirmed'] {
  const { chain, pending } = valued
  const common = { chain_id: chain.chainId, symbol: chain.symbol }
  const splits = pending.changes.map((change) => ({
    ...common,
    kind: 'adjustment' as const,
    position_id: null,
    day: change.date,
    sentence: describeSplit(chain, change),
  }))
  const others = suggestForChain(valued, portfolio).flatMap((suggestion) => {
    const { kind, positionId, event, closeOn, sentence } = suggestion
    const day = event?.occurredOn ?? closeOn
    if (kind === 'dividend' || kind === 'split' || day === null) return []
    const isOutcome = kind !== 'special_dividend'
    return [
      {
        ...common,
        kind: isOutcome ? ('outcome' as const) : ('adjustment' as const),
        position_id: positionId,
        day,
        sentence,
      },
    ]
  })
  return [...splits, ...others]
}

function describeMissing({ missing }: ValuedPortfolio): string | null {
  if (missing.length === 0) return null
  const symbols = missing.map(({ symbol }) => symbol).join(', ')
  return `No market data for ${symbols}: calls on these stocks may not be judged, and unconfirmed outcomes may be missing.`
}
