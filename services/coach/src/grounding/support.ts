import type { Fact } from './facts.ts'
import type { Figure } from './figures.ts'
import { type ProductConstant, productConstants } from './product-constants.ts'

const SHARES_PER_CONTRACT = 100
/** What binary fractions blur. */
const SLACK = 1 + 1e-9
const NOTHING = 0.005

/** What a sentence speaks of, as far as it decides how a fact may be written there. */
interface Subject {
  readonly ofContract: boolean
  readonly ofShare: boolean
  readonly ofDelta: boolean
  readonly ofChance: boolean
  readonly constants: readonly ProductConstant[]
}

const readSubject = (sentence: string): Subject => ({
  ofContract: /\bcontracts?\b/iu.test(sentence),
  ofShare: /\b(?:per|a|each) share\b/iu.test(sentence),
  ofDelta: /\bdelta\b/iu.test(sentence),
  ofChance: /\bdelta\b|\bchance|\bprobab|\blikel|\bodds\b/iu.test(sentence),
  constants: productConstants.filter(({ about }) => about.test(sentence)),
})

/**
 * Tells of the figures of one sentence whether each is one of the facts under an allowed transform: rounding, fraction and
 * percent, share and contract, sign, scale; or a constant of what the sentence speaks of.
 */
export function createSupport(sentence: string, facts: readonly Fact[]): (figure: Figure) => boolean {
  const subject = readSubject(sentence)
  const known = new Map<string, boolean>()

  const judge = (figure: Figure): boolean =>
    figure.kind !== 'foreign' &&
    (facts.some((fact) => readings(fact, figure, subject).some((value) => isRounding(figure, value))) ||
      subject.constants.some((fact) => readings(fact, figure, subject).some((value) => isExactly(figure, value))))

  return (figure) => {
    const key = `${figure.kind} ${figure.mantissa} ${figure.decimals} ${figure.scale}`
    const isSupported = known.get(key) ?? judge(figure)
    known.set(key, isSupported)
    return isSupported
  }
}

/** The values a fact may be written as beside this sign or word. */
function readings({ value, unit }: Fact, { kind }: Figure, subject: Subject): number[] {
  if (unit === 'said') {
    return kind === 'usd' ? [value, ...byContract(value, subject)] : [value, value * 100, value / 100]
  }
  if (unit === 'plain') return [value]
  if (kind === 'usd') return unit === 'usd' ? [value, ...byContract(value, subject)] : []
  if (kind === 'days') return unit === 'days' || unit === 'count' ? [value] : []
  if (kind === 'count') return unit === 'count' ? [value] : []
  if (kind === 'strike') return unit === 'count' || unit === 'usd' ? [value] : []
  if (kind === 'delta') return unit === 'delta' ? [value, value * 100] : []
  if (kind === 'pct') return readAsPercent(value, unit, subject)
  return readBare(value, unit, subject)
}

function readAsPercent(value: number, unit: Fact['unit'], { ofChance }: Subject): number[] {
  if (unit === 'pct') return [value]
  if (unit === 'delta' && !ofChance) return []
  return unit === 'frac' || unit === 'ratio' || unit === 'delta' ? [value * 100] : []
}

function readBare(value: number, unit: Fact['unit'], subject: Subject): number[] {
  if (unit === 'usd') return [value, ...byContract(value, subject)]
  if (unit === 'pct') return [value, value / 100]
  if (unit === 'frac') return [value, value * 100]
  if (unit === 'delta') return subject.ofDelta ? [value, value * 100] : [value]
  return [value]
}

/** Money of a share said of a contract and the other way round, where the sentence says so. */
function byContract(value: number, { ofContract, ofShare }: Subject): number[] {
  return [...(ofContract ? [value * SHARES_PER_CONTRACT] : []), ...(ofShare ? [value / SHARES_PER_CONTRACT] : [])]
}

/** Whether the figure is the value, rounded to the decimals it shows; 0 stands for nothing but 0. */
function isRounding({ mantissa, decimals, scale }: Figure, value: number): boolean {
  const wanted = Math.abs(value) / scale
  if (mantissa === 0) return wanted === 0 || (decimals >= 2 && wanted < NOTHING)
  return Math.abs(wanted - mantissa) <= 0.5 * 10 ** -decimals * SLACK
}

const isExactly = ({ mantissa, scale }: Figure, value: number) => Math.abs(mantissa * scale - value) < 1e-9
