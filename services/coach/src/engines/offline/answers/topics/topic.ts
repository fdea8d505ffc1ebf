import { countOf, isKnown } from '../../replies.ts'
import type { Answered } from '../../session.ts'

/** One thing that a calculation can be asked for. */
export interface Topic {
  readonly name: string
  /** Words that ask for it. */
  readonly asks: RegExp
  /** Figures without which it cannot be answered. The first names what to ask for if they are missing. */
  readonly shows: readonly string[]
  /** `default`: also answers a question that names nothing; `generic`: asked by words that other topics share. */
  readonly kind: 'default' | 'named' | 'generic'
  /** Words that name exactly this: if it cannot be calculated, the answer says which figure is missing. */
  readonly exact: RegExp | null
  readonly say: (found: Answered) => string
}

export const topic = (
  name: string,
  shows: string,
  asks: RegExp,
  say: Topic['say'],
  kind: Topic['kind'] = 'default',
  exact: Topic['exact'] = null,
): Topic => ({ name, asks, shows: shows.split(' '), say, kind, exact })

export const isNegative = (value: unknown) => Number(value) < 0
export const contracts = ({ at, result }: Answered) => countOf(at('calls'), result.calls, 'contract')
export const yearly = ({ at, result }: Answered, name: string) => (isKnown(result[name]) ? `, ${at(name)} a year` : '')
export const afterFees = ({ at, result }: Answered) => (isKnown(result.fees) ? ` after ${at('fees')} in fees` : '')
export const inDays = ({ at, result }: Answered) =>
  isKnown(result.days) ? ` in ${countOf(at('days'), result.days, 'day')}` : ''
export const periodName = ({ result }: Answered) =>
  result.periods_a_year === 12 ? 'month' : Math.round(Number(result.periods_a_year)) === 52 ? 'week' : 'period'
