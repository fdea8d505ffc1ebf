import { type IsoDate, usDate } from '@callwright/scoring'
import type { ExampleRole } from './example-roles.ts'

const lessons: Readonly<Record<ExampleRole, string>> = {
  winner: 'The shares and the call together show a profit.',
  loser: 'The premium cushions a falling stock but does not prevent the loss.',
  dividend: 'In the money before an ex-dividend date: the holder may exercise early to collect the dividend.',
  near_expiry: 'Close to expiration: let it expire, roll it, or let the shares be called away.',
  steady: 'Recently opened and out of the money: no action needed.',
}

export interface EntryFacts {
  readonly entryDate: IsoDate
  /** Annualized volatility, as a decimal. */
  readonly volatility: number
  readonly isImplied: boolean
}

/** Note for an example position, which also explains where its entry price and premium come from. */
export function describeExample(role: ExampleRole, { entryDate, volatility, isImplied }: EntryFacts): string {
  const kind = isImplied ? 'implied on that day' : 'realized over the previous 30 sessions'
  return [
    `Example position. ${lessons[role]}`,
    `Bought at the close on ${usDate(entryDate)}. The premium is calculated from that close`,
    `with an annual volatility of ${(volatility * 100).toFixed(1)}% (${kind}). This is not a real trade.`,
  ].join(' ')
}
