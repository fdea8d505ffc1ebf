/** What the days of a company and of a call are called. */
export const eventNames = {
  earnings: 'earnings',
  ex_dividend: 'ex-dividend day',
  expiry: 'expiration',
} as const

export type EventKind = keyof typeof eventNames
export const eventKinds = Object.keys(eventNames) as EventKind[]
