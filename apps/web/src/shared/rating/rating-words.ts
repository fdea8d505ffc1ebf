/** Texts shown with ratings. */
export const ratingWords = {
  label: (symbol: string) => `Rating of ${symbol}`,
  noReasons: 'The reasons could not be loaded. Open this again to ask once more.',
  noReasonsWith: (why: string) => `The reasons could not be loaded: ${why}. Open this again to ask once more.`,
  noRating: (why: string) => `No rating: ${why}`,
  thin: 'Greyed, because less than half of the points could be judged.',
  ownWeights: 'Under your own weights. How it moved is kept for the Callwright Rating only.',
  unknown: 'Unknown',
  unknownPoints: 'unknown',
} as const
