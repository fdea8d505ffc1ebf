/** UI text that several pages show for a stock's figures and for the actions on it. */
export const tradeWords = {
  addPosition: 'Add as position',
  askCoach: 'Ask coach',
  best: 'best',
} as const
