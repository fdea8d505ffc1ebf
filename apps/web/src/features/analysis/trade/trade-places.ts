/** Places of the trade preview that a link leads to: the panel, which takes the focus, and what can be done with the call. */
export const TRADE_ID = 'trade-preview'
export const TRADE_ACTIONS_ID = 'trade-actions'
