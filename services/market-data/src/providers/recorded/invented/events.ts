import { addDays } from '@callwright/scoring'
import type { CashDividend, EarningsReport, IsoDate } from '../../provider.ts'
import type { InventedCompany } from './companies.ts'
import { cents } from './prices.ts'
import { createRandom } from './random.ts'
import { INVENTED_AS_OF } from './timeline.ts'

const QUARTER_DAYS = 91
const PAST_QUARTERS = 9
/** Days from a dividend's declaration to its ex-date. */
const DECLARED_DAYS = 45

/** Invents quarterly dividends for the past two years, plus the next one if it has been declared. */
export function inventDividends(seed: string, company: InventedCompany): CashDividend[] {
  if (company.dividendYieldPct === 0) return []
  const random = createRandom(`${seed} ${company.symbol} dividends`)
  const cashUsd = cents((company.priceUsd * company.dividendYieldPct) / 100 / 4)
  const nextInDays = 1 + Math.floor(random.next() * QUARTER_DAYS)
  const offsets = Array.from({ length: PAST_QUARTERS + 1 }, (_value, index) => nextInDays - index * QUARTER_DAYS)
  return offsets
    .filter((days) => days <= DECLARED_DAYS)
    .reverse()
    .map((days) => ({ exDate: addDays(INVENTED_AS_OF, days), cashUsd, kind: 'regular' }))
}

export function inventEarnings(seed: string, company: InventedCompany): EarningsReport {
  const random = createRandom(`${seed} ${company.symbol} earnings`)
  const date: IsoDate = addDays(INVENTED_AS_OF, 6 + Math.floor(random.next() * 80))
  return { date, session: random.next() < 0.5 ? 'before_open' : 'after_close' }
}
