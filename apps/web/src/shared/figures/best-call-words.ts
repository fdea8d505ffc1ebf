/** UI text that names a stock's best call, shared by several pages. */
export const bestCallWords = {
  call: (day: string, strike: string) => `${day} ${strike} call`,
  delta: (delta: string) => `delta ${delta}`,
  bid: (bid: string) => `bid ${bid}`,
  ifCalled: (pct: string) => `if called ${pct}%`,
  /** Short form for table rows. */
  short: (strike: string, day: string) => `${strike} ${day}`,
  thin: 'thin',
  thinMeaning: 'Thin: wide spread or low open interest',
  liquid: 'Liquid',
  wideLiquid: 'No liquid call at 30 to 45 days, so 21 to 60 days were searched',
  wideThin: 'No call at 30 to 45 days qualifies, so 21 to 60 days were searched',
} as const
