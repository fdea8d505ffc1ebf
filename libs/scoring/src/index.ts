export * from './assignment/early-assignment.ts'
export * from './assignment/expiration.ts'
export * from './backtest/backtest.ts'
export * from './backtest/modelled-calls.ts'
export * from './calendar/earnings.ts'
export * from './calendar/expirations.ts'
export {
  addDays,
  DAYS_PER_YEAR,
  dayNumber,
  daysBetween,
  fromDayNumber,
  type IsoDate,
  isCalendarDay,
  isWeekend,
  weekday,
} from './calendar/iso-date.ts'
export {
  CALENDAR_START,
  earlyCloses,
  holidayName,
  type MarketHoliday,
  marketHolidays,
} from './calendar/market-holidays.ts'
export { newYorkCloseMs, newYorkDate, newYorkMidnightMs, yearsUntilClose } from './calendar/new-york.ts'
export * from './calendar/sessions.ts'
export * from './candidates/best-call.ts'
export {
  BEST_CALL_GROUPS,
  type BestWindow,
  type CallLiquidity,
  classifyLiquidity,
  isInStandardWindow,
} from './candidates/call-liquidity.ts'
export { type Candidate, type PassingCall, previewRecommendation } from './candidates/candidate.ts'
export * from './candidates/candidate-score.ts'
export {
  ALL_EXPIRATIONS_CRITERIA,
  BEST_CALL_RULES,
  type CandidateCriteria,
  DEFAULT_CRITERIA,
  isDeltaInRange,
  resolveCriteria,
  WIDEST_CRITERIA,
} from './candidates/criteria.ts'
export {
  type CallJudgement,
  type CallsToJudge,
  judgeCalls,
  mergeJudgements,
  type RejectionReason,
} from './candidates/judge-calls.ts'
export * from './candidates/liquidity-gates.ts'
export * from './candidates/select-candidates.ts'
export * from './chain/bounds.ts'
export { type CallQuote, type ContractFlag, spreadPctOfMid } from './chain/call-quote.ts'
export {
  type ContractGreeks,
  type ContractRow,
  type ListedContract,
  TARGET_DELTA,
  type VendorGreeks,
  valueContracts,
  type WritingFigures,
} from './chain/contract-row.ts'
export * from './chain/greek-fill.ts'
export * from './chain/premium.ts'
export * from './chain/screened-call.ts'
export type { ValuedCall } from './chain/valued-call.ts'
export { SHARES_PER_CONTRACT } from './contract-size.ts'
export * from './dividends/dividend-kind.ts'
export * from './dividends/expected-dividends.ts'
export * from './indicators/limits.ts'
export * from './indicators/moving-average.ts'
export * from './indicators/oscillators.ts'
export type { PriceSeries } from './indicators/series.ts'
export * from './indicators/volatility.ts'
export * from './ledger/leg-group.ts'
export * from './lifecycle/adjustments.ts'
export type { BridgeLabel, BridgeLine } from './lifecycle/bridge.ts'
export * from './lifecycle/chain-figures.ts'
export {
  type CallState,
  type ChainState,
  countOpen,
  countUncovered,
  type EndKind,
  grossPremiumLeft,
  isEnded,
  type Leaving,
  type Lot,
  listOpenCalls,
  sharesCovered,
  sharesHeld,
} from './lifecycle/chain-state.ts'
export * from './lifecycle/event-facts.ts'
export * from './lifecycle/holdings.ts'
export * from './lifecycle/income.ts'
export * from './lifecycle/ledger-event.ts'
export { roundPrice, toMicros, toShareCount, toUnits, toUsd, type Units } from './lifecycle/ledger-money.ts'
export { type EventResult, type Replayed, replay } from './lifecycle/replay.ts'
export type { ResolvedLedger } from './lifecycle/resolve-ledger.ts'
export * from './lifecycle/roll-preview.ts'
export * from './lifecycle/suggestions.ts'
export {
  type AmericanPrice,
  computeAmericanDelta,
  computeAmericanGreeks,
  priceAmerican,
} from './option-math/american/american.ts'
export {
  type AmericanImpliedVolatility,
  type AmericanPriceToInvert,
  impliedAmericanVolatility,
  type NoAmericanVolatilityReason,
} from './option-math/american/implied.ts'
export * from './option-math/batch.ts'
export {
  allocateGreekColumns,
  allocatePricedColumns,
  allocateQuoteColumns,
  allocateSweepColumns,
  type ContractColumns,
  type GreekColumns,
  type PricedColumns,
  type QuoteColumns,
  type SweepColumns,
  type VolatilityColumns,
} from './option-math/batch-columns.ts'
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
export {
  computeEuropeanDelta,
  computeEuropeanGreeks,
  type NaturalGreeks,
  priceEuropean,
} from './option-math/european.ts'
export * from './option-math/greeks.ts'
export {
  type ImpliedVolatility,
  impliedEuropeanVolatility,
  NO_VOLATILITY_REASONS,
  type NoVolatilityReason,
  noVolatilityReason,
  type PriceToInvert,
} from './option-math/implied-volatility.ts'
export { erfc, erfcx, millsRatio, normalCdf, normalPdf } from './option-math/normal.ts'
export * from './option-math/quotes.ts'
export * from './option-math/rates.ts'
export * from './position/attention.ts'
export * from './position/coverage.ts'
export * from './position/dividend-risk.ts'
export * from './position/events.ts'
export * from './position/expiration-outcome.ts'
export * from './position/limits.ts'
export * from './position/metrics.ts'
export * from './position/position.ts'
export * from './position/possible-terms.ts'
export * from './position/share-changes.ts'
export * from './position/totals.ts'
export * from './rating/rating.ts'
export * from './rating/rating-table.ts'
export type { RatingInputs } from './rating/sub-score.ts'
export * from './rating/weights.ts'
export * from './recommendation/recommend.ts'
export * from './recommendation/rules.ts'
export * from './returns/headroom.ts'
export * from './returns/payoff.ts'
export type { StockLaw } from './returns/price-paths.ts'
export * from './returns/probabilities.ts'
export * from './returns/straddle-move.ts'
export * from './returns/trade-figures.ts'
export * from './returns/what-if.ts'
export * from './returns/yields.ts'
export {
  askThreeQuestions,
  ROLL_QUESTIONS,
  type RollCandidate,
  type RollMoney,
  type RollQuestionId,
  type RollRequest,
  type RollTarget,
  type RollToAsk,
  type RollVerdict,
} from './rolling/roll-candidate.ts'
export {
  MIN_DAYS_ADDED,
  OUT_AND_UP_ROLL_OPTIONS,
  type RollOptions,
  THETAGANG_ROLL_OPTIONS,
} from './rolling/roll-options.ts'
export type { RollRange } from './rolling/roll-range.ts'
export * from './rolling/roll-return.ts'
export * from './rolling/roll-score.ts'
export { type RollRejection, type RollSelection, selectRolls, type UnpricedRoll } from './rolling/select-rolls.ts'
export * from './tax/call-qualification.ts'
export { isLongTerm } from './tax/long-term.ts'
export * from './tax/qualified-call-limits.ts'
export {
  type ApplicablePrice,
  type Benchmark,
  type BenchmarkRule,
  type CallToQualify,
  judgeQualifiedCoveredCall,
  type QualificationGrounds,
  type QualificationVerdict,
  type QualifiedCoveredCall,
} from './tax/qualified-covered-call.ts'
export type { Writing } from './tax/tax-contracts.ts'
export * from './tax/tax-file.ts'
export type { WashSale } from './tax/tax-flags.ts'
export type { TaxChain } from './tax/tax-ledger.ts'
export * from './tax/tax-view.ts'
export * from './tax/tax-words.ts'
export { above, atLeast, atMost, below } from './thresholds.ts'
export type { Truth } from './truth.ts'
export type { ExpirationAtmVolatility } from './volatility/atm-expiration.ts'
export * from './volatility/atm-volatility.ts'
export * from './volatility/earnings-moves.ts'
export * from './volatility/expected-move.ts'
export * from './volatility/iv-rank.ts'
export { boundAbove, usDate } from './wording.ts'
