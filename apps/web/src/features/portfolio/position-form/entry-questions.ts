import { findUnusualTerms, SHARES_PER_CONTRACT } from '@callwright/scoring'
import type { Position, PositionTerms } from '../../../api/position.ts'
import { formatDecimal, formatPlainPrice } from '../../../shared/format/numbers.ts'
import { questionWords as words } from './form-words.ts'
import type { FigureName, PositionFields } from './position-fields.ts'

export interface EntryAnswer {
  readonly label: string
  /** What becomes of the fields; null: they stay. */
  readonly change: Partial<Pick<PositionFields, FigureName>> | null
}

/** What is asked before a position is saved. */
export interface EntryQuestion {
  /** The same for the same figures: what was answered is not asked again. */
  readonly id: string
  readonly text: string
  readonly answers: readonly EntryAnswer[]
}

export interface QuestionFacts {
  /** The share's price in the market, dollars; null: not known. */
  readonly marketPrice: number | null
  /** Whether the market lists the strike. */
  readonly isListedStrike: boolean
  /** What is stored already was answered for. */
  readonly stored: Partial<PositionTerms> | null
  readonly others: readonly Position[]
}

/** The questions of terms that can be and are most likely a slip (D64), and of a position that is there already. */
export function listQuestions(terms: PositionTerms, facts: QuestionFacts): EntryQuestion[] {
  const { stored, others } = facts
  const figures = (['entryPremium', 'strikePrice', 'entryPrice'] as const)
    .filter((name) => terms[name] !== stored?.[name])
    .map((name) => checks[name](terms, facts))
  const hasEqual = others.some((other) => equalTerms.every((name) => other[name] === terms[name]))
  return [...figures, hasEqual ? askOfEqual(terms) : null].filter((question) => question !== null)
}

type Check = (terms: PositionTerms, facts: QuestionFacts) => EntryQuestion | null

/** Of two known prices both must find a figure unusual: what a share cost years ago says little of today's premium. */
function listUnusual({ strikePrice, entryPremium, entryPrice }: PositionTerms, { marketPrice }: QuestionFacts) {
  const atEntry = findUnusualTerms({ strikePrice, entryPremium, entryPrice })
  if (marketPrice === null) return atEntry
  const atMarket = findUnusualTerms({ strikePrice, entryPremium, entryPrice: marketPrice })
  return atEntry.filter((term) => atMarket.includes(term))
}

const checks: Readonly<Record<'entryPremium' | 'strikePrice' | 'entryPrice', Check>> = {
  entryPremium: (terms, facts) => {
    if (!listUnusual(terms, facts).includes('premium_above_price')) return null
    const { entryPremium: premium, contracts } = terms
    const price = facts.marketPrice ?? terms.entryPrice
    // The premium of a contract, or of all of them.
    const meant = [premium / SHARES_PER_CONTRACT, premium / SHARES_PER_CONTRACT / contracts]
    return ask('entryPremium', premium, words.premium(formatDecimal(premium), formatDecimal(price)), {
      meant: meant.filter((figure) => figure < price),
    })
  },
  strikePrice: (terms, facts) => {
    if (facts.isListedStrike || !listUnusual(terms, facts).includes('strike_far_from_price')) return null
    const { strikePrice: strike } = terms
    const price = facts.marketPrice ?? terms.entryPrice
    return ask('strikePrice', strike, words.strike(formatDecimal(strike), formatDecimal(price)), {
      meant: [shiftTowards(strike, price)],
    })
  },
  entryPrice: (terms, { marketPrice }) => {
    const { entryPrice, strikePrice } = terms
    const isFarAbove = (price: number) => entryPrice >= price * FAR
    if (marketPrice === null || !isFarAbove(marketPrice) || !isFarAbove(strikePrice)) return null
    return ask('entryPrice', entryPrice, words.entryPrice(formatDecimal(entryPrice), formatDecimal(marketPrice)), {
      meant: [shiftTowards(entryPrice, marketPrice)],
    })
  },
}

/** As far as a strike may be from the price without a question. */
const FAR = 10

/** The figure with its decimal sign moved to where it is nearest to another one. */
const shiftTowards = (figure: number, near: number) => figure * 10 ** Math.round(Math.log10(near / figure))

function ask(
  name: FigureName,
  figure: number,
  text: string,
  { meant }: { readonly meant: readonly number[] },
): EntryQuestion {
  const figures = [...new Set(meant.map((each) => formatPlainPrice(each)))].filter((each) => Number(each) > 0)
  return {
    id: `${name} ${figure}`,
    text: figures.length === 0 ? text : `${text} ${words.didYouMean(figures)}`,
    answers: [
      // Strikes are told apart by their shortest writing.
      ...figures.map((each) => ({
        label: words.use(each),
        change: { [name]: name === 'strikePrice' ? String(Number(each)) : each },
      })),
      { label: words.keep(formatDecimal(figure)), change: null },
    ],
  }
}

const equalTerms = ['ticker', 'expiryDate', 'strikePrice', 'entryDate', 'entryPrice', 'entryPremium'] as const

function askOfEqual(terms: PositionTerms): EntryQuestion {
  return {
    id: `equal ${equalTerms.map((name) => terms[name]).join(' ')}`,
    text: words.duplicate,
    answers: [{ label: words.addAgain, change: null }],
  }
}
