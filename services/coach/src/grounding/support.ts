import { type Fact, type ProductConstant, productConstants } from './facts.ts'
import { type Figure, matchesDirection } from './figures.ts'

const SHARES_PER_CONTRACT = 100
const FLOAT_TOLERANCE = 1 + 1e-9
const ZERO_TOLERANCE = 0.005

/** Topics of a sentence, which limit how it may express facts. */
interface Subject {
  readonly mentionsContract: boolean
  readonly mentionsShare: boolean
  readonly mentionsDelta: boolean
  readonly mentionsChance: boolean
  readonly constants: readonly ProductConstant[]
  /** Whether the sentence names no stock and may therefore state general rules. */
  readonly isGeneral: boolean
  /** Whether the sentence states a rule rather than a current fact. */
  readonly statesRule: boolean
  readonly mentionsDays: boolean
  readonly mentionsPoints: boolean
}

const readSubject = (sentence: string, isGeneral: boolean): Subject => ({
  isGeneral,
  statesRule:
    /\b(?:usual|typical|ideal|target|default|commonly|normally|often|rule|threshold|limit|bound|at least|at most)/iu.test(
      sentence,
    ),
  mentionsDays: /\bdays?\b|\bdte\b|\bexpir/iu.test(sentence),
  mentionsPoints: /\branks?\b|\bpercentile|\brsi\b|\bscor|\brat(?:ing|ed)|\bpoints?\b|\bstochastic|\bof\b/iu.test(
    sentence,
  ),
  mentionsContract: /\bcontracts?\b/iu.test(sentence),
  mentionsShare: /\b(?:per|a|each) share\b/iu.test(sentence),
  mentionsDelta: /\bdelta\b/iu.test(sentence),
  mentionsChance: /\bdelta\b|\bchance|\bprobab|\blikel|\bodds\b/iu.test(sentence),
  constants: productConstants.filter(({ about }) => about.test(sentence)),
})

/**
 * Returns a check for the figures in one sentence. A figure is supported if a fact equals it after an allowed transform
 * (rounding, fraction and percent, share and contract, sign, scale), or if it is a product constant for the sentence's
 * subject.
 */
export function createSupport(
  sentence: string,
  facts: readonly Fact[],
  isGeneral: boolean,
): (figure: Figure) => boolean {
  const subject = readSubject(sentence, isGeneral)
  const known = new Map<string, boolean>()

  const judge = (figure: Figure): boolean =>
    figure.kind !== 'foreign' &&
    (facts.some((fact) => readings(fact, figure, subject).some((value) => isRounding(figure, value))) ||
      subject.constants.some(
        (fact) =>
          isRule(fact, figure, subject) &&
          readings(toFact(fact), figure, subject).some((value) => isExactly(figure, value)),
      ))

  return (figure) => {
    const key = `${figure.kind} ${figure.mantissa} ${figure.decimals} ${figure.scale} ${figure.per} ${figure.direction} ${figure.isState}`
    const isSupported = known.get(key) ?? judge(figure)
    known.set(key, isSupported)
    return isSupported
  }
}

const toFact = ({ value, unit }: ProductConstant): Fact => ({ value, unit, symbol: null, per: null, origin: 'value' })

/** A rule may state a threshold, but a current fact such as `its RSI is 70` may not. */
const isRule = ({ appliesToAllStocks }: ProductConstant, { isState }: Figure, { isGeneral, statesRule }: Subject) =>
  appliesToAllStocks || (isGeneral && (statesRule || !isState))

/** The values by which a figure of this kind may express a fact. */
function readings(fact: Fact, figure: Figure, subject: Subject): number[] {
  const { value, unit } = fact
  const { kind } = figure
  if (
    fact.origin === 'value' &&
    (unit === 'usd' || unit === 'pct' || unit === 'frac') &&
    !matchesDirection(value, figure.direction)
  ) {
    return []
  }
  // Text in results mostly states rules, so its figures cannot support current facts.
  if (fact.origin === 'words' && figure.isState && kind !== 'usd' && !subject.statesRule) return []
  if (unit === 'said') return readSaid(fact, figure, subject)
  if (unit === 'plain') return kind === 'plain' || (fact.origin !== 'value' && kind !== 'multiple') ? [value] : []
  if (kind === 'usd') return unit === 'usd' ? readMoney(fact, figure, subject) : []
  if (kind === 'days') return unit === 'days' || unit === 'count' ? [value] : []
  if (kind === 'multiple') return unit === 'ratio' ? [value] : []
  if (kind === 'count') return unit === 'count' ? [value] : []
  if (kind === 'strike') return unit === 'count' || unit === 'usd' ? [value] : []
  if (kind === 'delta') return unit === 'delta' ? [value, value * 100] : []
  if (kind === 'pct') return readAsPercent(value, unit, subject)
  return readBare(fact, figure, subject)
}

/** A user's number without a unit may be a percentage, a delta or an amount. 0.2 may also mean 20. */
function readSaid(fact: Fact, figure: Figure, subject: Subject): number[] {
  const { value } = fact
  const inHundreds = value <= 1 ? value * 100 : value / 100
  switch (figure.kind) {
    case 'usd':
      return readMoney(fact, figure, subject)
    case 'pct':
      return value <= 1 ? [value, inHundreds] : [value]
    case 'plain':
    case 'delta':
      return [value, inHundreds]
    default:
      return [value]
  }
}

function readAsPercent(value: number, unit: Fact['unit'], { mentionsChance }: Subject): number[] {
  if (unit === 'pct') return [value]
  if (unit === 'delta' && !mentionsChance) return []
  return unit === 'frac' || unit === 'ratio' || unit === 'delta' ? [value * 100] : []
}

function readBare(fact: Fact, figure: Figure, subject: Subject): number[] {
  const { value, unit } = fact
  if (unit === 'usd') return readMoney(fact, figure, subject)
  if (unit === 'pct') return [value, value / 100]
  if (unit === 'frac') return [value, value * 100]
  if (unit === 'delta') return subject.mentionsDelta ? [value, value * 100] : [value]
  if ((unit === 'days' && !subject.mentionsDays) || (unit === 'points' && !subject.mentionsPoints)) return []
  return [value]
}

/** Converts between per share and per contract if the sentence mentions them. */
function readMoney({ value, per }: Fact, figure: Figure, { mentionsContract, mentionsShare }: Subject): number[] {
  const perContract = per === 'contract' ? value : value * SHARES_PER_CONTRACT
  const perShare = per === 'share' ? value : value / SHARES_PER_CONTRACT
  if (figure.per !== null && per === 'position') return []
  if (figure.per === 'contract') return per === null ? [value, perContract] : [perContract]
  if (figure.per === 'share') return per === null ? [value, perShare] : [perShare]
  return [
    value,
    ...(mentionsContract && (per === 'share' || per === null) ? [perContract] : []),
    ...(mentionsShare && (per === 'contract' || per === null) ? [perShare] : []),
  ]
}

/** Whether the figure is the value rounded to the figure's decimals. Only 0 supports a figure of 0. */
function isRounding({ mantissa, decimals, scale }: Figure, value: number): boolean {
  const wanted = Math.abs(value) / scale
  if (mantissa === 0) return wanted === 0 || (decimals >= 2 && wanted < ZERO_TOLERANCE)
  return Math.abs(wanted - mantissa) <= 0.5 * 10 ** -decimals * FLOAT_TOLERANCE
}

const isExactly = ({ mantissa, scale }: Figure, value: number) => Math.abs(mantissa * scale - value) < 1e-9
