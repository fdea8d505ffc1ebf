import type { ExampleRole } from './example-roles.ts'

/** What an example is there to show, as its note begins. */
const lessons: Readonly<Record<ExampleRole, string>> = {
  winner: 'Shares and call together are ahead.',
  loser: 'The premium softens a falling share; it does not stop the fall.',
  dividend: 'In the money before an ex-dividend day: the holder may exercise early to take the dividend.',
  near_expiry: 'In its last days: decide whether to let it expire, to roll it or to let the shares go.',
  steady: 'Young and out of the money: nothing to do but wait.',
}

export interface EntryFacts {
  readonly entryDate: string
  /** Decimal a year. */
  readonly volatility: number
  readonly isImplied: boolean
}

/** The note on an example: that it is one, and where its entry comes from. */
export function describeExample(role: ExampleRole, { entryDate, volatility, isImplied }: EntryFacts): string {
  const kind = isImplied ? 'implied that day' : 'realised over the 30 sessions before'
  return [
    `Example position. ${lessons[role]}`,
    `Bought at the close of ${entryDate}; the premium is computed from that close`,
    `with a volatility of ${(volatility * 100).toFixed(1)} % a year (${kind}), it is not a trade that was made.`,
  ].join(' ')
}
