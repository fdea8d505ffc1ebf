/** Element ids for skip links: the trade preview panel and its actions. */
export const TRADE_ID = 'trade-preview'
export const TRADE_ACTIONS_ID = 'trade-actions'
