import { dollars } from '../wording.ts'
import type {
  ApplicablePrice,
  BenchmarkRule,
  CallToQualify,
  QualificationGrounds,
  QualificationVerdict,
} from './qualification.ts'
import { QUALIFIED_CALL_LIMITS } from './qualified-call-limits.ts'

const { minTermDays, priceFactors, openOverClose, shareOfPrice, dollarsBelow } = QUALIFIED_CALL_LIMITS

const percent = (frac: number): string => `${Number((frac * 100).toFixed(2))}%`

const BENCHMARK_WORDS: Record<BenchmarkRule, string> = {
  highest_strike_below: 'the highest listed strike below',
  second_highest_strike_below: 'the second highest listed strike below',
  share_of_price: `${percent(shareOfPrice.frac)} of`,
  dollars_below_price: `${dollars(dollarsBelow.usd)} below`,
}

/** Explains a verdict with its figures in one sentence, and adds that it is not advice. */
export function explainQualification(
  call: CallToQualify,
  { rule }: QualificationVerdict,
  grounds: QualificationGrounds,
): string {
  return `${sentenceFor(call, rule, grounds)} Not tax advice.`
}

function sentenceFor(
  { strike }: CallToQualify,
  rule: QualificationVerdict['rule'],
  { termDays, applicablePrice, benchmark }: QualificationGrounds,
): string {
  const price = applicablePrice === null ? '' : describePrice(applicablePrice)
  const bound = benchmark === null ? '' : `${dollars(benchmark.usd)}, ${BENCHMARK_WORDS[benchmark.rule]} ${price}`
  const openLimit = dollars(openOverClose * (applicablePrice?.usd ?? 0))
  switch (rule) {
    case 'term_too_short':
      return `Not qualified: ${termDays} days to expiration, and the minimum is ${minTermDays + 1}.`
    case 'term_too_long':
      return `Not qualified: the call runs longer than ${priceFactors.at(-1)?.maxMonths} months.`
    case 'price_unknown':
      return 'Unknown: the close before the grant date is missing.'
    case 'strikes_unknown':
      return 'Unknown: the listed strikes are missing.'
    case 'too_few_strikes':
      return `Unknown: too few strikes are listed below ${price} to find the benchmark.`
    case 'open_unknown':
      return `Unknown: the open is missing. The call is qualified unless the stock opens above ${openLimit}, ${percent(openOverClose)} of the prior close.`
    case 'strike_not_below_price':
      return `Qualified: the strike of ${dollars(strike)} is not below ${price}.`
    case 'strike_reaches_benchmark':
      return `Qualified: the strike of ${dollars(strike)} is not below the benchmark of ${bound}.`
    case 'strike_below_benchmark':
      return `Not qualified: the strike of ${dollars(strike)} is below the benchmark of ${bound}.`
  }
}

function describePrice({ usd, from, openKnown, factor, adjustedUsd }: ApplicablePrice): string {
  const stock = `${from === 'open' ? 'the open' : 'the prior close'} of ${dollars(usd)}`
  const unknown = openKnown ? '' : ' (the open is unknown)'
  return factor === 1
    ? `${stock}${unknown}`
    : `${dollars(adjustedUsd)}, ${stock}${unknown} times ${factor} for the term`
}
