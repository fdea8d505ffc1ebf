/** What a page is going to show, told while it is on its way; by the first part of its address. */
export const startLeads = {
  dashboard:
    'What your covered calls have earned, which of them asks for a decision, and the calls of the market that rate best.',
  screening: 'Every stock of the market, ranked by what a covered call on it would earn beside the risk that it takes.',
  analysis:
    'One stock whole: its chart, every call that can be written on it, and what each would bring if called away or kept.',
  portfolio:
    'Your covered calls: what each of them is worth today, how near to its strike the stock stands, and what the rules say to do about it.',
  'ai-coach':
    'Answers about your positions and about the market, each figure of them traceable to the data that it comes from.',
  settings:
    'How Callwright looks and reads, what weighs how much in a rating, and everything about your account and its data.',
} as const

/** What stands where there is no page yet, or none can be. */
export const startWords = {
  loading: 'Loading...',
  retry: 'Retry',
  brokenTitle: 'Something went wrong',
  broken: "We're sorry, but something unexpected happened. Please try refreshing the page.",
  offline: 'You are offline: the page can be refreshed once you are back online.',
  notReached: 'The server cannot be reached, so the page was not refreshed. Please try again in a moment.',
  refresh: 'Refresh Page',
  tryAgain: 'Try Again',
} as const
