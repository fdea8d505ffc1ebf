/** UI text for the actions on a stock and for its figures, shared by several pages. */
export const tradeWords = {
  addPosition: 'Add as position',
  askCoach: 'Ask coach',
  best: 'best',
} as const
