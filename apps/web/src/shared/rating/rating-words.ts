/** UI text shown with ratings. */
export const ratingWords = {
  label: (symbol: string) => `Rating of ${symbol}`,
  noReasons: 'Could not load the explanations. Close and reopen to try again.',
  noReasonsWith: (why: string) => `Could not load the explanations: ${why}. Close and reopen to try again.`,
  noRating: (why: string) => `No rating: ${why}`,
  thin: 'Grayed out: based on less than half of the points.',
  ownWeights: 'Uses your own weights. Rating history is available for the Callwright Rating only.',
  unknown: 'Unknown',
  unknownPoints: 'unknown',
} as const
