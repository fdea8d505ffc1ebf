import { findUnusualTerms, SHARES_PER_CONTRACT } from '@callwright/scoring'
import type { Position, PositionTerms } from '../../../api/portfolio.ts'
import { formatDecimal, formatPlainPrice } from '../../../shared/format/numbers.ts'
import type { FigureName, PositionFields } from './position-fields.ts'

export interface EntryAnswer {
  readonly label: string
  /** New field values; null leaves the fields unchanged. */
  readonly change: Partial<Pick<PositionFields, FigureName>> | null
}

/** Question asked before a position is saved. */
export interface EntryQuestion {
  /** Identifies the question and its figures, so that an answered question is not asked again. */
  readonly id: string
  readonly text: string
  readonly answers: readonly EntryAnswer[]
}

interface QuestionFacts {
  /** Current share price in dollars; null if unknown. */
  readonly marketPrice: number | null
  /** Whether the market lists the strike. */
  readonly isListedStrike: boolean
  /** Stored terms of the position being edited. Figures that match them raise no question. */
  readonly stored: Partial<PositionTerms> | null
  readonly others: readonly Position[]
}

/** Questions about valid but probably mistyped terms (D64), and about a duplicate position. */
export function listQuestions(terms: PositionTerms, facts: QuestionFacts): EntryQuestion[] {
  const { stored, others } = facts
  const figures = (['premium', 'strike', 'entryPrice'] as const)
    .filter((name) => terms[name] !== stored?.[name])
    .map((name) => checks[name](terms, facts))
  const hasEqual = others.some((other) => equalTerms.every((name) => other[name] === terms[name]))
  return [...figures, hasEqual ? askAboutDuplicate(terms) : null].filter((question) => question !== null)
}

type Check = (terms: PositionTerms, facts: QuestionFacts) => EntryQuestion | null

/**
 * If both prices are known, a figure must be unusual at each: an old entry price says little about today's premium.
 */
function listUnusual({ strike, premium, entryPrice }: PositionTerms, { marketPrice }: QuestionFacts) {
  const atEntry = findUnusualTerms({ strike, premium, entryPrice })
  if (marketPrice === null) return atEntry
  const atMarket = findUnusualTerms({ strike, premium, entryPrice: marketPrice })
  return atEntry.filter((term) => atMarket.includes(term))
}

const checks: Readonly<Record<'premium' | 'strike' | 'entryPrice', Check>> = {
  premium: (terms, facts) => {
    if (!listUnusual(terms, facts).includes('premium_above_price')) return null
    const { premium, contracts } = terms
    const price = facts.marketPrice ?? terms.entryPrice
    // The user may have entered the premium per contract or for all contracts.
    const meant = [premium / SHARES_PER_CONTRACT, premium / SHARES_PER_CONTRACT / contracts]
    return ask(
      'premium',
      premium,
      `Premium is per share; ${formatDecimal(premium)} is more than the share price of ${formatDecimal(price)}.`,
      {
        meant: meant.filter((figure) => figure < price),
      },
    )
  },
  strike: (terms, facts) => {
    if (facts.isListedStrike || !listUnusual(terms, facts).includes('strike_far_from_price')) return null
    const { strike } = terms
    const price = facts.marketPrice ?? terms.entryPrice
    return ask(
      'strike',
      strike,
      `The strike of ${formatDecimal(strike)} is far from the share price of ${formatDecimal(price)}.`,
      {
        meant: [shiftTowards(strike, price)],
      },
    )
  },
  entryPrice: (terms, { marketPrice }) => {
    const { entryPrice, strike } = terms
    const isFarAbove = (price: number) => entryPrice >= price * FAR
    if (marketPrice === null || !isFarAbove(marketPrice) || !isFarAbove(strike)) return null
    return ask(
      'entryPrice',
      entryPrice,
      `The entry price of ${formatDecimal(entryPrice)} is far above the share price of ${formatDecimal(marketPrice)}.`,
      {
        meant: [shiftTowards(entryPrice, marketPrice)],
      },
    )
  },
}

/** An entry price this many times the market price and the strike, or more, raises a question. */
const FAR = 10

/** Shifts a figure's decimal point to bring it as close as possible to `near`. */
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
    text: figures.length === 0 ? text : `${text} ${`Did you mean ${figures.join(' or ')}?`}`,
    answers: [
      // In the strike list, each strike's value is its shortest spelling.
      ...figures.map((each) => ({
        label: `Use ${each}`,
        change: { [name]: name === 'strike' ? String(Number(each)) : each },
      })),
      { label: `Keep ${formatDecimal(figure)}`, change: null },
    ],
  }
}

const equalTerms = ['symbol', 'expiration', 'strike', 'entryDate', 'entryPrice', 'premium'] as const

/** The server's question, asked when a position with equal terms was added a moment ago. */
export const askServerQuestion = (text: string): EntryQuestion => ({
  id: 'equal for the server',
  text,
  answers: [{ label: 'Add again', change: null }],
})

function askAboutDuplicate(terms: PositionTerms): EntryQuestion {
  return {
    id: `equal ${equalTerms.map((name) => terms[name]).join(' ')}`,
    text: 'You already have this position. Add it again?',
    answers: [{ label: 'Add again', change: null }],
  }
}
