import type { IsoDate } from '@callwright/scoring'
import { type DateSlots, takeDates } from './date-slots.ts'
import { openScanner, type Range, type Scanner, takeRange } from './scanner.ts'

/** Every figure a message names, each read once; null where it names none. */
export interface Slots extends DateSlots {
  /** 0-1. */
  readonly delta: Range | null
  readonly strike: Range | null
  /** Several strikes side by side. */
  readonly strikes: readonly number[]
  /** Dollars per share. */
  readonly premium: Range | null
  readonly entryPrice: number | null
  readonly shares: number | null
  /** Of a stock. */
  readonly price: Range | null
  readonly yieldPct: Range | null
  readonly score: Range | null
  readonly ivRank: Range | null
  readonly rsi: Range | null
  readonly openInterest: Range | null
  readonly spreadPct: Range | null
  /** Days without earnings. */
  readonly quietDays: number | null
  readonly count: number | null
}

const SHARES_A_CONTRACT = 100
/** A premium above this is one of a contract. */
const DEAREST_SHARE = 60

export function readSlots(text: string, today: IsoDate): Slots {
  const scanner = openScanner(text)
  const quietDays = takeQuietDays(scanner)
  const delta = readDelta(takeRange(scanner, 'deltas?'))
  const ivRank = takeRange(scanner, 'iv rank|iv percentile|iv-rank|ivr')
  const rsi = takeRange(scanner, 'rsi')
  const score = takeRange(scanner, 'scores?|ratings?|cc score')
  const openInterest = takeRange(scanner, 'open interest|oi')
  const spreadPct = takeRange(scanner, 'bid[- ]ask spread|spreads?')
  const yieldPct = takeYield(scanner)
  const dates = takeDates(scanner, today)
  const days =
    dates.days ?? takeLastDays(scanner) ?? takeRange(scanner, 'dte|days to expir\\w*', '(?:calendar )?days?|dte')
  const shares = takeShares(scanner)
  const entryPrice = takeEntryPrice(scanner)
  const count = takeCount(scanner)
  const span = takeSpan(scanner)
  const strikes = span === null ? takeStrikes(scanner) : []
  const strike = span ?? (strikes.length > 0 ? null : takeStrike(scanner))
  const premium = takePremium(scanner)
  return {
    ...{ date: dates.date, days, delta, ivRank, rsi, score, openInterest, spreadPct, yieldPct, shares, entryPrice },
    ...{ premium, strikes, strike, count, price: takePrice(scanner), quietDays },
  }
}

/** "..., days 30". */
function takeLastDays(scanner: Scanner): Range | null {
  const said = scanner.take(/\bdays:? (\d+)$/u)
  return said === null ? null : toPoint(Number(said[1]))
}

/** "20-30 delta" is 0.20 to 0.30. */
function readDelta(range: Range | null): Range | null {
  if (range === null) return null
  const toFrac = (value: number | null) => (value === null ? null : value >= 1 ? value / 100 : value)
  return { least: toFrac(range.least), most: toFrac(range.most), isPoint: range.isPoint }
}

function takeQuietDays(scanner: Scanner): number | null {
  const said =
    scanner.take(
      /\b(?:no|without|avoid(?:ing)?|skip(?:ping)?) (?:any |upcoming )?earnings (?:reports? )?(?:for|within|in|before|during)?\s?(?:at least |the )?(?:next )?(\d+)\s?(day|week|month)s?/u,
    ) ??
    scanner.take(
      /\bearnings (?:more than|at least|after|over|beyond) (\d+)\s?(day|week|month)s?(?: (?:out|away|from now))?/u,
    )
  if (said === null) return null
  const unit = { day: 1, week: 7, month: 30 }[said[2] ?? 'day'] ?? 1
  return Number(said[1]) * unit
}

function takeYield(scanner: Scanner): Range | null {
  return (
    takeRange(
      scanner,
      '(?:annuali[sz]ed |annual )?(?:yields?|yielding|income yield)',
      '(?:annuali[sz]ed |annual )?(?:yields?|a year|annuali[sz]ed|annually|per year)',
    ) ?? takeRange(scanner, 'paying|pays')
  )
}

function takeShares(scanner: Scanner): number | null {
  const shares = scanner.take(/\b(\d[\d,]*)\s?(?:shares?|shs?)\b/u)
  if (shares !== null) return Number((shares[1] ?? '').replaceAll(',', ''))
  const bought = scanner.take(/\b(?:buy|bought|own|hold|have) (\d{2,6})(?= (?:at|@) )/u)
  if (bought !== null) return Number(bought[1])
  const contracts = scanner.take(/\b(\d+)\s?(?:contracts?|cts)\b/u)
  return contracts === null ? null : Number(contracts[1]) * SHARES_A_CONTRACT
}

const AMOUNT = String.raw`\$?\s?(\d[\d,]*(?:\.\d+)?|\.\d+)`
const toNumber = (text: string | undefined) => Number((text ?? '').replaceAll(',', ''))

function takeEntryPrice(scanner: Scanner): number | null {
  const said =
    scanner.take(
      new RegExp(
        `\\b(?:entry(?: price)?|cost basis|basis|average cost|costs?|avg cost|cost me|purchase price|stock price|stock|stock costs?|stock at|stock is(?: at)?|trading at|priced at)(?: is| of| was|:| at)?\\s?${AMOUNT}`,
        'u',
      ),
    ) ??
    scanner.take(
      new RegExp(
        `\\b(?:bought|own(?:ed)?|purchased|paid|buy|buying|got|hold|holding|have)\\b[a-z ;]{0,30}?(?:at|for|@)\\s?${AMOUNT}(?:\\s?(?:a|per|each)\\s?(?:share)?)?`,
        'u',
      ),
    ) ??
    scanner.take(new RegExp(`${AMOUNT}(?: dollar)? (?:stock|share)\\b`, 'u')) ??
    scanner.take(new RegExp(`\\bpaid ${AMOUNT}(?: (?:a|per) share)?`, 'u')) ??
    scanner.take(new RegExp(`(?:^|;)\\s*(?:of [a-z]+ )?(?:at|@)\\s?${AMOUNT}`, 'u'))
  return said === null ? null : toNumber(said[1])
}

function takePremium(scanner: Scanner): Range | null {
  // A part of the price is no price.
  scanner.take(/\b\d+(?:\.\d+)?\s?(?:%|percent) premium\b|\bpremiums? (?:[a-z ]{0,12})\d+(?:\.\d+)?\s?(?:%|percent)/u)
  const ofContract = scanner.take(
    new RegExp(
      `\\b(?:premium|collect(?:ing)?|receiv\\w+|credit|sold|sell(?:ing)?|get|getting|for)\\b[a-z ]{0,18}${AMOUNT}\\s?(?:dollars )?(?:a|per|each|/)\\s?contract|${AMOUNT}\\s?(?:dollars )?(?:a|per|/)\\s?contract(?: (?:premium|credit))?`,
      'u',
    ),
  )
  if (ofContract !== null) return toPoint(toNumber(ofContract[1] ?? ofContract[2]) / SHARES_A_CONTRACT)
  const bound = takeRange(scanner, 'premiums?|credit', '(?:in |of )?(?:premiums?|credit)')
  if (bound !== null)
    return bound.isPoint && (bound.least ?? 0) > DEAREST_SHARE ? toPoint((bound.least ?? 0) / SHARES_A_CONTRACT) : bound
  const said = scanner.take(
    new RegExp(
      `(?:\\bcollect(?:ed|ing)?|\\breceiv(?:e|ed|ing)|\\bsold for|\\bsell(?:ing)? (?:it )?for|\\bcall(?:s)? (?:for|at|@)|\\bbid(?: of)?|;\\s*(?:for|at|@))\\s?${AMOUNT}`,
      'u',
    ),
  )
  return said === null ? null : toPoint(toNumber(said[1]))
}

const toPoint = (value: number): Range => ({ least: value, most: value, isPoint: true })

const SEPARATOR = String.raw`(?:\s?(?:,|/|&|vs\.?|versus|and|or|against|to)\s?(?:the |and |or )?)`

/** "85, 90 and 95", "85 vs 90", "85/90 strikes": two or more numbers that stand for strikes. */
function takeStrikes(scanner: Scanner): number[] {
  const one = String.raw`\$?\d+(?:\.\d+)?(?:c\b)?(?:\s?(?:strikes?|calls?))?`
  const list = `(${one}(?:${SEPARATOR}${one})+)`
  const match =
    scanner.take(new RegExp(`\\bstrikes?(?: of| at|:| prices?)?\\s?${list}(?!\\s?%)`, 'u')) ??
    scanner.take(
      new RegExp(
        `\\b(?:compare|comparing|versus|better|the)\\b(?:(?!strikes? between)[a-z ;,']){0,40}?${list}(?!\\s?(?:%|days?|dte))`,
        'u',
      ),
    ) ??
    scanner.take(new RegExp(`${list}\\s?(?:strikes?|calls?)\\b`, 'u'))
  if (match === null) return []
  const numbers = (match[1] ?? '').match(/\d+(?:\.\d+)?/gu) ?? []
  return [...new Set(numbers.map(Number))]
}

/** "strikes between 85 and 95" bounds strikes; "compare 85 and 95" names two. */
function takeSpan(scanner: Scanner): Range | null {
  const match =
    scanner.take(
      /\bstrikes?(?: prices?)? (?:is |are )?(?:between|from|in the range(?: of)?) \$?(\d+(?:\.\d+)?) ?(?:and|to|-) ?\$?(\d+(?:\.\d+)?)/u,
    ) ??
    scanner.take(/\bstrikes? \$?(\d+(?:\.\d+)?) ?(?:-|to) ?\$?(\d+(?:\.\d+)?)/u) ??
    scanner.take(/\b(?:between|from) \$?(\d+(?:\.\d+)?) (?:and|to) \$?(\d+(?:\.\d+)?) strikes?\b/u)
  if (match === null) return null
  const [one, other] = [Number(match[1]), Number(match[2])]
  return { least: Math.min(one, other), most: Math.max(one, other), isPoint: false }
}

function takeStrike(scanner: Scanner): Range | null {
  const ranged = takeRange(scanner, 'strikes?(?: prices?)?', 'strikes?')
  if (ranged !== null) return ranged
  const bare = scanner.take(/^\s*\$?(\d+(?:\.\d+)?)\s*\??$/u)
  if (bare !== null) return toPoint(Number(bare[1]))
  const beforeDay = scanner.take(/(?<![\d.])\$?(\d+(?:\.\d+)?)\s*;\s*calls?\b/u)
  if (beforeDay !== null) return toPoint(Number(beforeDay[1]))
  const call = scanner.take(/(?<![\d.])\$?(\d+(?:\.\d+)?)(?:c\b|\s?(?:covered )?calls?\b|\s?positions?\b)/u)
  if (call !== null) return toPoint(Number(call[1]))
  const named = scanner.take(/\bcalls? \$?(\d+(?:\.\d+)?)\b(?!\s?(?:-|to\b|%|dte|days?|delta))/u)
  if (named !== null) return toPoint(Number(named[1]))
  const beside = scanner.take(/\b(?:of|the) \$?(\d+(?:\.\d+)?)\s*(?:;|$)/u)
  return beside === null ? null : toPoint(Number(beside[1]))
}

function takeCount(scanner: Scanner): number | null {
  const said =
    scanner.take(
      /\b(?:top|best|first|highest|show|list|give me|only)(?: me)?(?: the)?(?: top| best)? ([1-9]|1\d|2[0-5])\b(?!\s?(?:[%.,/-]|days?|dte|delta|strikes?|calls?\b|c\b|vs|and\b|to\b))/u,
    ) ??
    scanner.take(/\b(?:show|list|give me|find|top|best)(?: me)?(?: the)? ([1-9]|10) (?:\w+ )?calls\b/u) ??
    scanner.take(
      /\b(\d{1,2}) (?:best |top |highest[a-z -]* |good |tech\w* |cheap )?(?:stocks?|names|companies|candidates|tickers|ideas|results|rows|options|picks)\b/u,
    )
  return said === null ? null : Number(said[1])
}

/** Of a stock: what is left once every other figure has its name. */
function takePrice(scanner: Scanner): Range | null {
  return (
    takeRange(
      scanner,
      'prices?|priced|stock price|share price|trading|costing',
      '(?:stocks?|price|a share|per share|names|each)',
    ) ?? takeMoney(scanner)
  )
}

function takeMoney(scanner: Scanner): Range | null {
  const span = scanner.take(/\b(?:between|from)\s?\$(\d[\d,.]*)\s?(?:and|to|-)\s?\$?(\d[\d,]*(?:\.\d+)?)/u)
  if (span !== null) {
    const [one, other] = [toNumber(span[1]), toNumber(span[2])]
    return { least: Math.min(one, other), most: Math.max(one, other), isPoint: false }
  }
  const most = scanner.take(
    /\b(?:under|below|less than|cheaper than|up to|at most|max)\s?\$?(\d[\d,]*(?:\.\d+)?)(?!\s?(?:%|days?|dte|delta|percent))/u,
  )
  if (most !== null) return { least: null, most: toNumber(most[1]), isPoint: false }
  const least = scanner.take(/\b(?:over|above|more than|at least)\s?\$(\d[\d,]*(?:\.\d+)?)/u)
  return least === null ? null : { least: toNumber(least[1]), most: null, isPoint: false }
}
