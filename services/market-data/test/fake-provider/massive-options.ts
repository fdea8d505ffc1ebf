import { daysBetween, newYorkDate, newYorkMidnightMs } from '@callwright/scoring'
import type { Answer, ChainFilter, OptionChain, OptionQuote } from '../../src/providers/provider.ts'
import { memoizeRecent } from '../../src/providers/simulated/recent.ts'
import type { StubRequest } from '../providers/stub-server.ts'
import {
  answerPage,
  isWithin,
  known,
  type MassivePlan,
  type Query,
  readQuestion,
  toNs,
  type Wire,
} from './massive-page.ts'
import type { WireMarket } from './wire-market.ts'

/** How many chains are cached: more than one, because requests for pages of several symbols may be interleaved. */
const CHAINS_KEPT = 16
const CHAIN_PAGE = 250
const CONTRACTS_PAGE = 1_000

export function createOptionRoutes(market: WireMarket, plan: MassivePlan) {
  const chainAt = memoizeRecent(CHAINS_KEPT, (key: string): Promise<Answer<OptionChain | null>> => {
    const { symbol, filter } = JSON.parse(key) as { symbol: string; filter: ChainFilter }
    return market.chains.findChain(symbol, filter)
  })
  /** Every page of a query is stamped with the time of its first page. */
  function findContracts(symbol: string, asked: Query) {
    const nowMs = Number(asked.at ?? market.clock.now())
    const filter = toFilter(asked, newYorkDate(nowMs))
    return { question: { ...asked, at: String(nowMs) }, found: chainAt(JSON.stringify({ symbol, filter, nowMs })) }
  }

  return {
    async renderChain([symbol = '']: readonly string[], request: StubRequest) {
      const { question, found } = findContracts(symbol, readQuestion(request))
      const chain = await found
      const contracts = (chain.value?.contracts ?? []).filter((contract) => isWanted(contract, question))
      const render = (contract: OptionQuote) => renderRow(contract, { symbol, chain, plan })
      return answerPage(request, question, { items: contracts, most: CHAIN_PAGE, render })
    },
    async renderContracts(_path: readonly string[], request: StubRequest) {
      const asked = readQuestion(request)
      const symbol = asked.underlying_ticker ?? ''
      const { question, found } = findContracts(symbol, asked)
      const contracts = ((await found).value?.contracts ?? []).filter((contract) => isWanted(contract, question))
      const render = (contract: OptionQuote) => ({
        ...renderContract(contract, symbol),
        underlying_ticker: symbol,
        cfi: 'OCASPS',
        primary_exchange: 'BATO',
      })
      return answerPage(request, question, { items: contracts, most: CONTRACTS_PAGE, render })
    },
  }
}

function toFilter(question: Query, today: string): ChainFilter {
  const { contract_type: type, expiration_date: expiration } = question
  const days = (name: string) => {
    const date = question[name]
    return date === undefined ? null : daysBetween(today, date)
  }
  const minDays = days('expiration_date.gte')
  const maxDays = days('expiration_date.lte')
  return {
    ...(type === 'call' || type === 'put' ? { type } : {}),
    ...(expiration === undefined ? {} : { expiration }),
    ...(minDays === null ? {} : { minDays }),
    ...(maxDays === null ? {} : { maxDays }),
  }
}

function isWanted({ type, expiration, strike }: OptionQuote, question: Query): boolean {
  const wantedType = question.contract_type
  return (
    (wantedType === undefined || wantedType === type) &&
    isWithin(question, 'expiration_date', expiration) &&
    isWithin(question, 'strike_price', strike)
  )
}

interface RowContext {
  readonly symbol: string
  readonly chain: Answer<OptionChain | null>
  readonly plan: MassivePlan
}

/** An unknown block is `{}`; a plan without quotes omits the block. */
function renderRow(contract: OptionQuote, { symbol, chain, plan }: RowContext): Wire {
  const { last, vendorGreeks, openInterest } = contract
  const timeframe = plan.delayed ? 'DELAYED' : 'REAL-TIME'
  const { optionQuotes } = plan
  const price = known('price', optionQuotes ? (chain.value?.underlyingPriceUsd ?? null) : null)
  return {
    details: renderContract(contract, symbol),
    day: renderDay(contract, chain.asOfMs),
    ...(optionQuotes ? { last_quote: renderQuote(contract, chain.value?.quotedAtMs ?? chain.asOfMs, timeframe) } : {}),
    ...(optionQuotes ? { last_trade: last === null ? {} : { price: last, size: 1, timeframe } } : {}),
    greeks: vendorGreeks ?? {},
    ...known('open_interest', openInterest),
    underlying_asset: { ticker: symbol, ...price, timeframe },
  }
}

/** Contracts with another root do not deliver 100 shares of the symbol. */
function renderContract({ contractSymbol, type, expiration, strike }: OptionQuote, symbol: string): Wire {
  const isStandard = /^[A-Z]+/.exec(contractSymbol)?.[0] === symbol.replace('.', '')
  return {
    ticker: `O:${contractSymbol}`,
    contract_type: type,
    exercise_style: 'american',
    expiration_date: expiration,
    strike_price: strike,
    shares_per_contract: isStandard ? 100 : 25,
    ...(isStandard ? {} : { additional_underlyings: [{ type: 'currency', underlying: 'USD', amount: 1 }] }),
  }
}

function renderDay({ last, volume }: OptionQuote, asOfMs: number): Wire {
  if (volume === null) return {}
  const lastUpdated = toNs(newYorkMidnightMs(newYorkDate(asOfMs)))
  return { ...known('close', last), ...known('vwap', last), volume, last_updated: lastUpdated }
}

function renderQuote({ bid, ask }: OptionQuote, quotedAtMs: number, timeframe: string): Wire {
  if (bid === null && ask === null) return {}
  return {
    ...(bid === null ? {} : { bid, bid_size: 10 }),
    ...(ask === null ? {} : { ask, ask_size: 10 }),
    last_updated: toNs(quotedAtMs),
    timeframe,
  }
}
