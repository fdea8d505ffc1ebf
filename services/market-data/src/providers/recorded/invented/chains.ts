import {
  computeEuropeanGreeks,
  type Greeks,
  type TimedDividend,
  toScreenUnits,
  yearsUntilClose,
} from '@callwright/scoring'
import { formatContractSymbol } from '../../contract-symbol.ts'
import type { IsoDate } from '../../provider.ts'
import {
  createRandom,
  type InventedCompany,
  LONG_EXPIRATIONS,
  MONTHLY_EXPIRATIONS,
  type Random,
  WEEKLY_EXPIRATIONS,
} from './companies.ts'

export interface InventedContract {
  readonly contract: string
  readonly expiration: IsoDate
  readonly type: 'C' | 'P'
  readonly strike: number
  readonly bid: number
  readonly ask: number
  readonly last: number | null
  readonly volume: number | null
  readonly openInterest: number
  readonly iv: number
  readonly greeks: Greeks | null
}

interface ChainInputs {
  readonly company: InventedCompany
  readonly atmVol: number
  readonly rate: number
  readonly asOfMs: number
  readonly dividends: readonly TimedDividend[]
  /** Years until the next report; null if none is scheduled. */
  readonly earningsYears: number | null
}

interface ExpirationInputs extends ChainInputs {
  readonly expiration: IsoDate
  readonly years: number
  readonly vol: number
  /** From 0 (thinly traded) to 1 (heavily traded). */
  readonly liquidity: number
  readonly random: Random
}

const LARGE_CAP_BILLIONS = 30
const LADDER_DEVIATIONS = 3
const MAX_STRIKES_PER_SIDE = 16

/**
 * Invents a company's contracts, with European prices from a skewed volatility surface. Away from the money, spreads
 * widen and open interest falls.
 */
export function inventChain(seed: string, inputs: ChainInputs): InventedContract[] {
  const { company, asOfMs } = inputs
  const random = createRandom(`${seed} ${company.symbol} chain`)
  const large = company.marketCapBillions >= LARGE_CAP_BILLIONS
  const expirations = [...MONTHLY_EXPIRATIONS, ...(large ? [...WEEKLY_EXPIRATIONS, ...LONG_EXPIRATIONS] : [])].sort()
  const liquidity = Math.min(1, Math.log10(company.marketCapBillions + 1) / 3)
  return expirations.flatMap((expiration) => {
    const years = yearsUntilClose(expiration, asOfMs)
    const vol = volOf(inputs, years)
    return listStrikes(company.priceUsd, vol * Math.sqrt(years)).flatMap((strike) =>
      (['C', 'P'] as const).map((type) =>
        inventContract({ ...inputs, expiration, years, vol, liquidity, random }, type, strike),
      ),
    )
  })
}

/**
 * Volatility by term: near the current volatility for short terms, near the company's long-run volatility for long
 * ones, plus the move at the next report, spread over the time left.
 */
function volOf({ company, atmVol, earningsYears }: ChainInputs, years: number): number {
  const longRun = company.volPct / 100
  const smooth = longRun + (atmVol - longRun) * Math.exp(-2.5 * Math.max(0, years - 30 / 365))
  const reportMove = longRun * 0.16
  const report = earningsYears !== null && earningsYears < years ? reportMove ** 2 / years : 0
  return Math.sqrt(smooth ** 2 + report)
}

function listStrikes(price: number, totalVol: number): number[] {
  const step = strikeStep(price)
  const reach = Math.exp(LADDER_DEVIATIONS * totalVol)
  const center = Math.round(price / step)
  const strikes: number[] = []
  const stride = Math.max(1, Math.ceil((price * (reach - 1)) / step / MAX_STRIKES_PER_SIDE))
  for (let count = -MAX_STRIKES_PER_SIDE; count <= MAX_STRIKES_PER_SIDE; count += 1) {
    const strike = (center + count * stride) * step
    if (strike > 0 && strike >= price / reach && strike <= price * reach) strikes.push(strike)
  }
  return strikes
}

function strikeStep(price: number): number {
  if (price < 25) return 0.5
  if (price < 100) return 1
  if (price < 250) return 2.5
  return price < 600 ? 5 : 10
}

function inventContract(inputs: ExpirationInputs, type: 'C' | 'P', strike: number): InventedContract {
  const { company, expiration, years, vol, rate, dividends, liquidity, random } = inputs
  const price = company.priceUsd
  const distance = Math.log(strike / price) / (vol * Math.sqrt(years))
  const smile = Math.min(1.6, Math.max(0.75, 1 - 0.055 * distance + 0.018 * distance * distance))
  const optionType = type === 'C' ? 'call' : 'put'
  const terms = { type: optionType, spot: price, strike, years, rate, dividends, vol: vol * smile } as const
  const greeks = toScreenUnits(computeEuropeanGreeks(terms))
  const exercise = Math.max(0, type === 'C' ? price - strike : strike - price)
  const mid = Math.max(greeks.price, exercise)
  const tick = mid < 3 && liquidity > 0.6 ? 0.01 : 0.05
  const half = Math.max(tick / 2, mid * (0.012 + 0.05 * (1 - liquidity)) + 0.02 * (1 - liquidity) * Math.abs(distance))
  const bid = Math.max(0, Math.floor((mid - half) / tick) * tick)
  const ask = Math.ceil((mid + half) / tick) * tick
  const interest = 6_000 * liquidity ** 3 * Math.exp((-distance * distance) / 2.2 + random.normal() * 0.8)
  const openInterest = Math.floor(interest * (isMonthly(expiration) ? 1 : 0.3))
  const traded = Math.floor(openInterest * random.next() * 0.25)
  const root = company.symbol.replace('.', '')
  return {
    contract: formatContractSymbol({ root, expiration, type: optionType, strike }),
    expiration,
    type,
    strike,
    bid: round(bid, 2),
    ask: round(ask, 2),
    last: traded > 0 || random.next() < 0.5 ? round(Math.max(tick, mid * (1 + random.normal() * 0.03)), 2) : null,
    volume: traded > 0 ? traded : null,
    openInterest,
    // Vendors' volatilities tend to be slightly high.
    iv: round(terms.vol * 1.03, 5),
    greeks,
  }
}

function isMonthly(expiration: IsoDate): boolean {
  return MONTHLY_EXPIRATIONS.includes(expiration) || LONG_EXPIRATIONS.includes(expiration)
}

export function round(value: number, digits: number): number {
  return Number(value.toFixed(digits))
}
