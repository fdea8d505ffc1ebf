/** One-line description of each page, shown while the page loads. The key is the first path segment. */
export const startLeads = {
  dashboard: 'What your covered calls have earned, which ones need a decision, and the best-rated calls in the market.',
  screening: 'Every stock in the market, ranked by what a covered call on it would earn for the risk.',
  analysis:
    'One stock in full: its chart, every call you can sell on it, and what each one returns if called away or kept.',
  portfolio:
    'Your covered calls: what each is worth today, how close the stock is to the strike, and what the rules recommend.',
  'ai-coach': 'Answers about your positions and the market, with every figure traceable to its data.',
  settings: 'Appearance, rating weights, and everything about your account and its data.',
} as const

/** UI text shown while a page loads or after it fails to render. */
export const startWords = {
  loading: 'Loading...',
  retry: 'Retry',
  brokenTitle: 'Something went wrong',
  broken: "We're sorry, but something unexpected happened. Please try refreshing the page.",
  offline: 'You are offline. Refresh the page when you are back online.',
  notReached: 'Cannot reach the server, so the page was not refreshed. Please try again in a moment.',
  refresh: 'Refresh Page',
  tryAgain: 'Try Again',
} as const
