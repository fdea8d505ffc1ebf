import type { IsoDate } from '../calendar/iso-date.ts'
import type { QuotedOption } from '../option-math/chain.ts'
import { dollars, usDate } from '../wording.ts'

/** The calls that a verdict on rolls speaks of. Strikes in dollars per share. */
export interface RollRange {
  readonly calls: number
  /** Calls among them without a two-sided quote, so without a price to sell at. */
  readonly unquoted: number
  readonly expirations: number
  readonly firstExpiration: IsoDate
  readonly lastExpiration: IsoDate
  readonly lowestStrike: number
  readonly highestStrike: number
}

type Looked = Pick<QuotedOption, 'expiration' | 'strike'>

/** Range of the calls that were compared, quoted or not; null if there are none. */
export function measureRange(quoted: readonly Looked[], unquoted: readonly Looked[]): RollRange | null {
  const all = [...quoted, ...unquoted]
  const dates = [...new Set(all.map(({ expiration }) => expiration))].toSorted()
  const strikes = all.map(({ strike }) => strike).toSorted((a, b) => a - b)
  const [firstExpiration, lastExpiration] = [dates[0], dates.at(-1)]
  const [lowestStrike, highestStrike] = [strikes[0], strikes.at(-1)]
  if (firstExpiration === undefined || lastExpiration === undefined) return null
  if (lowestStrike === undefined || highestStrike === undefined) return null
  return {
    ...{ calls: all.length, unquoted: unquoted.length, expirations: dates.length },
    ...{ firstExpiration, lastExpiration, lowestStrike, highestStrike },
  }
}

const countOf = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

/** `Looked at 5 calls: 3 expirations from Aug 21, 2026 to Jan 21, 2028, strikes $55.00 to $80.00.` */
export function describeRange(range: RollRange | null): string {
  if (range === null) return 'There was no call to look at.'
  const { calls, unquoted, expirations, firstExpiration, lastExpiration, lowestStrike, highestStrike } = range
  const dates =
    expirations === 1
      ? `expiring ${usDate(firstExpiration)}`
      : `${expirations} expirations from ${usDate(firstExpiration)} to ${usDate(lastExpiration)}`
  const strikes =
    lowestStrike === highestStrike
      ? `strike ${dollars(lowestStrike)}`
      : `strikes ${dollars(lowestStrike)} to ${dollars(highestStrike)}`
  const open = unquoted === 0 ? '' : ` ${unquoted} of them ${unquoted === 1 ? 'has' : 'have'} no two-sided quote.`
  return `Looked at ${countOf(calls, 'call')}${expirations === 1 ? ' ' : ': '}${dates}, ${strikes}.${open}`
}
