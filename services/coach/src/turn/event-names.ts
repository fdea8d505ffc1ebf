export const eventNames = {
  earnings: 'earnings',
  ex_dividend: 'ex-dividend date',
  expiry: 'expiration',
} as const

export type EventKind = keyof typeof eventNames
export const eventKinds = Object.keys(eventNames) as EventKind[]
