import { POSITION_LIMITS } from '@callwright/scoring'
import type { Call } from '../../../turn/types.ts'
import { toRow } from '../replies.ts'
import { asksJudgement } from './parts.ts'

/** A yes or no about an answer, such as "is that thin?": its words, and the judgement if the app has limits for it. */
export interface Verdict {
  readonly asked: string
  readonly line: string | null
  /** Whether the answer judges it already. */
  readonly isGiven: boolean
}

const YIELDS =
  /\b(?:decent|good|any good|fair|worth|attractive|pocket change|peanuts|rich|reasonable|realistic|enough|nah|not)\b/u
/** A yes or no at the end of a question that asks for figures, too. */
const TRAILING =
  /\bor (?:nah|no|not|what|pocket change|peanuts|is it \w{1,12})\b[?.! ]{0,4}$|\b(?:looks?|seems?) (?:\w{1,12} ){0,2}(?:thin|wide|illiquid)\b|\b(?:too|how) (?:thin|thick|wide|liquid|tight)\b(?: to bother)?|\bworth (?:it|selling|the \w{1,12})\b|\b(?:decent|good) yield\b|\bany good\b|\btoo (?:early|late|soon)\b/u

const lastOf = (calls: readonly Call[], name: Call['name']) => calls.findLast((call) => call.name === name) ?? null

const at = (id: string, path: string) => `{{${id}.${path}}}`

/** Judges the income of a call by the yield that the rules ask for. */
function judgeYield({ id, result }: Call): string | null {
  const { static_annualized_pct: ofMarket, annual_pct: ofFigures } = toRow(result)
  const yearly = ofMarket ?? ofFigures
  if (typeof yearly !== 'number') return null
  const figure = `${at(id, yearly === ofMarket ? 'static_annualized_pct' : 'annual_pct')} a year if the price stays`
  return yearly >= POSITION_LIMITS.minStaticYieldPct
    ? `Worth it by the rules of this app: ${figure} is at least what they ask for. A higher yield comes with a higher risk.`
    : `Not worth it by the rules of this app: ${figure} is less than they ask for.`
}

/** Words by which an answer judges a figure itself. */
const GIVES =
  /\bby the rules for the best call\b|\btoo thin for the best call\b|\bin the screener have\b|\bfor this stock over the last year\b|\bneither overbought nor oversold\b|\b(?:overbought|oversold)\b[.;,]|\brules (?:say|would)\b|\b(?:Closing gives up at most|The roll pays if|(?:Better|Worse) by)\b/u

/** Answers the yes or no in a message from the figures that its answer looked up; null if the message asks for none. */
export function judge(
  text: string,
  parts: readonly string[],
  calls: readonly Call[],
  lines: readonly string[],
): Verdict | null {
  const part = parts.find(asksJudgement) ?? TRAILING.exec(text)?.[0]
  if (part === undefined) return null
  const asked = part.replace(/^(?:and|but|so) /iu, '').replace(/[?.! ]{1,5}$/u, '')
  if (lines.some((line) => GIVES.test(line))) return { asked, line: null, isGiven: true }
  const trade = lastOf(calls, 'analyze_trade') ?? lastOf(calls, 'calc_figures')
  if (trade === null) return { asked, line: null, isGiven: false }
  return { asked, line: YIELDS.test(part) ? judgeYield(trade) : null, isGiven: false }
}
