/** What the best call of a stock is called wherever it is named, in one place for who translates it. */
export const bestCallWords = {
  call: (day: string, strike: string) => `${day} ${strike} call`,
  delta: (delta: string) => `delta ${delta}`,
  bid: (bid: string) => `bid ${bid}`,
  ifCalled: (pct: string) => `if called ${pct}%`,
  /** In the row, where there is little room. */
  short: (strike: string, day: string) => `${strike} ${day}`,
  thin: 'thin',
  thinMeaning: 'Thin: wide spread or low open interest',
  liquid: 'Liquid',
  wideLiquid: 'No liquid call at 30 to 45 days, so 21 to 60 days were searched',
  wideThin: 'No call at 30 to 45 days qualifies, so 21 to 60 days were searched',
} as const
