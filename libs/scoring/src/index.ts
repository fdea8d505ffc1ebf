export * from './calendar/earnings.ts'
export * from './calendar/expirations.ts'
export { addDays, DAYS_PER_YEAR, daysBetween, type IsoDate, isCalendarDay, isWeekend } from './calendar/iso-date.ts'
export { newYorkCloseMs, newYorkDate, newYorkMidnightMs, yearsUntilClose } from './calendar/new-york.ts'
export * from './candidates/best-call.ts'
export * from './candidates/volume.ts'
export * from './indicators/moving-average.ts'
export * from './indicators/realized-volatility.ts'
export * from './indicators/relative-strength.ts'
export * from './indicators/stochastic.ts'
export type { MarketTerms, QuotedOption, ScheduledDividend } from './option-math/chain.ts'
export type {
  AmericanContract,
  ContractTerms,
  DividendModel,
  GreekValues,
  OptionType,
  PricedContract,
  PricingMethod,
  PricingModel,
} from './option-math/contract.ts'
export type { TimedDividend } from './option-math/dividends.ts'
export * from './option-math/european.ts'
export * from './option-math/implied-volatility.ts'
export { erfc, erfcx, normalCdf, normalPdf } from './option-math/normal.ts'
export * from './option-math/quotes.ts'
export * from './option-math/rates.ts'
export { type Curve, evaluateCurve } from './rating/curve.ts'
export * from './rating/rating.ts'
export type { RatingInputs } from './rating/rating-inputs.ts'
export * from './rating/rating-table.ts'
export * from './returns/moneyness.ts'
export * from './returns/probabilities.ts'
export * from './returns/yields.ts'
export { above, atLeast, atMost, below } from './thresholds.ts'
export type { ExpirationAtmVolatility } from './volatility/atm-expiration.ts'
export * from './volatility/atm-volatility.ts'
export * from './volatility/expected-move.ts'
export * from './volatility/iv-rank.ts'
