import { addDays, dayNumber, fromDayNumber, type IsoDate } from '../calendar/iso-date.ts'
import { type CallVerdict, type GrantPrices, judgeWriting, pickDecisive } from './call-qualification.ts'
import { isLongTerm, longTermFrom } from './long-term.ts'
import type { TaxEnding, Writing } from './tax-contracts.ts'
import type { HeldShares, TaxLedger, TaxSale } from './tax-ledger.ts'
import type { TaxFlag, TaxTerm } from './tax-words.ts'

/** A loss on shares and the purchase that may make it a wash sale. */
export interface WashSale {
  readonly soldOn: IsoDate
  readonly boughtOn: IsoDate
}

export interface Judgement {
  readonly term: TaxTerm
  readonly flags: readonly TaxFlag[]
}

/** Days before and after a loss in which a purchase makes it a wash sale (26 USC 1091). */
const WASH_SALE_DAYS = 30

/**
 * Judges terms and flags (L52 to L54): qualified covered calls and their consequences for holding periods, and possible
 * wash sales. A written call is set against all shares of its stock in its account that were held while it was open,
 * because no rule says which of them it covers.
 */
export function openTaxJudge(ledger: TaxLedger, pricesOf: (writing: Writing) => GrantPrices) {
  const verdicts = new Map<Writing, CallVerdict>()
  const judge = (writing: Writing): CallVerdict => {
    const known = verdicts.get(writing) ?? judgeWriting(writing, pricesOf(writing))
    verdicts.set(writing, known)
    return known
  }
  const purchases = Map.groupBy(ledger.purchases, ({ symbol }) => symbol)

  return {
    /** Null if the verdict on any of the contracts is unknown and on none is negative. */
    isQualified: (writings: readonly Writing[]): boolean | null => {
      const decisive = pickDecisive(writings.map(judge))
      return decisive === undefined || decisive.qualified
    },

    judgeCall({ group, writings, result }: TaxEnding, isLoss: boolean): Judgement {
      const held = ledger.held.get(group) ?? []
      const day = result.event.occurredOn
      const flags = new Set<TaxFlag>()
      for (const writing of writings) {
        const beside = held.filter((shares) => areTogether(writing, shares))
        if (beside.some((shares) => isYoung(shares, writing))) addHoldingFlag(flags, judge(writing))
        const hasOld = beside.some(({ longFrom }) => day >= longFrom)
        if (isLoss && hasOld && judge(writing).isInTheMoney === true) flags.add('loss_may_be_long_term')
      }
      flags.delete('qualification_unknown')
      return { term: flags.has('loss_may_be_long_term') ? 'check' : 'short', flags: [...flags] }
    },

    judgeShares({ group, part, result }: TaxSale): Judgement {
      if (part === null) return { term: 'check', flags: [] }
      const { acquiredOn } = part
      const sold = { acquiredOn, leftOn: result.event.occurredOn, longFrom: longTermFrom(acquiredOn) }
      const writings = (ledger.writings.get(group) ?? []).filter(
        (writing) => areTogether(writing, sold) && isYoung(sold, writing),
      )
      const flags = new Set<TaxFlag>()
      for (const writing of writings) addHoldingFlag(flags, judge(writing))
      if (sold.leftOn < sold.longFrom) {
        flags.delete('qualification_unknown')
        return { term: 'short', flags: [...flags] }
      }
      const start = findEffectiveStart(sold, writings, judge)
      return { term: isLongTerm(start, sold.leftOn) ? 'long' : 'check', flags: [...flags] }
    },

    /** The purchase nearest to a loss that may make it a wash sale; null if there is none. */
    findWashSale({ part, result }: TaxSale, symbol: string): WashSale | null {
      const soldOn = result.event.occurredOn
      const distance = (day: IsoDate) => Math.abs(dayNumber(day) - dayNumber(soldOn))
      const [first, last] = [addDays(soldOn, -WASH_SALE_DAYS), addDays(soldOn, WASH_SALE_DAYS)]
      const [nearest] = (purchases.get(symbol) ?? [])
        .filter(({ lotId, acquiredOn }) => acquiredOn >= first && acquiredOn <= last && lotId !== part?.lotId)
        .map(({ acquiredOn }) => acquiredOn)
        .toSorted((a, b) => distance(a) - distance(b))
      return nearest === undefined ? null : { soldOn, boughtOn: nearest }
    },
  }
}

function addHoldingFlag(flags: Set<TaxFlag>, { qualified, isInTheMoney }: CallVerdict): void {
  if (qualified === null) flags.add('qualification_unknown')
  else if (!qualified) flags.add('holding_period_reset')
  else if (isInTheMoney === true) flags.add('holding_period_suspended')
}

/** Whether shares were held while a call was open. */
const areTogether = ({ day, endedOn }: Writing, { acquiredOn, leftOn }: HeldShares): boolean =>
  (endedOn === null || acquiredOn < endedOn) && (leftOn === null || day < leftOn)

/** Whether shares were not yet long-term when a call was written. */
const isYoung = ({ longFrom }: HeldShares, { day }: Writing): boolean => day < longFrom

/**
 * The purchase day from which the holding period counts if every flag applies: from the end of calls that were not
 * qualified, and later by the days on which qualified calls in the money were open.
 */
function findEffectiveStart(
  { acquiredOn, leftOn }: { readonly acquiredOn: IsoDate; readonly leftOn: IsoDate },
  writings: readonly Writing[],
  judge: (writing: Writing) => CallVerdict,
): IsoDate {
  const endOf = ({ endedOn }: Writing) => (endedOn === null || endedOn > leftOn ? leftOn : endedOn)
  let start = acquiredOn
  for (const writing of writings) {
    if (judge(writing).qualified === false && endOf(writing) > start) start = endOf(writing)
  }
  const suspended = writings
    .filter((writing) => judge(writing).qualified === true && judge(writing).isInTheMoney === true)
    .toSorted((a, b) => dayNumber(a.day) - dayNumber(b.day))
  let days = 0
  let reached = dayNumber(start)
  for (const writing of suspended) {
    const from = Math.max(dayNumber(writing.day), reached)
    const to = dayNumber(endOf(writing))
    if (to <= from) continue
    days += to - from
    reached = to
  }
  return fromDayNumber(dayNumber(start) + days)
}
