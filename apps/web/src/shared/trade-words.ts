/** What the ways on from a stock and the figures beside each other say on several pages. */
export const tradeWords = {
  addPosition: 'Add as position',
  askCoach: 'Ask coach',
  best: 'best',
} as const
