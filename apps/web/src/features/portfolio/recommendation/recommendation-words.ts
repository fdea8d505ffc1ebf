/** UI text around a recommendation. The rules supply the sentences of the recommendation itself. */
export const recommendationWords = {
  title: 'Recommendation Analysis',
  call: (ticker: string, strike: string, expiry: string) => `${ticker}, ${strike} call, ${expiry}`,
  current: 'Current action:',
  metrics: 'Key Metrics',
  explanation: 'Explanation',
  rules: 'Rules, in order',
  suggested: 'Suggested Action',
  /** Text on the badges. */
  actions: {
    roll_out_and_up: 'Roll Out & Up',
    let_assign: 'Let Assign',
    close_half_profit: '50% Profit',
    close: 'Close',
    hold: 'Hold',
  },
  names: {
    delta: 'Delta',
    days: 'Days to Expiry',
    headroom: 'Headroom %',
    headroomEm: 'Headroom/EM',
    staticYield: 'Static Yield %',
    captured: 'Profit Captured %',
    elapsed: 'Time Elapsed %',
    premium: 'Current Premium $',
  },
  under: (bound: string) => `under ${bound}`,
  /** Shown before the values that a rule evaluated. */
  ruleStates: {
    passed: 'Does not apply.',
    open: 'Cannot be judged.',
    not_reached: 'Not reached.',
  },
  noRule: 'No rule applies.',
  holdNotReached: 'Where no rule applies.',
} as const
