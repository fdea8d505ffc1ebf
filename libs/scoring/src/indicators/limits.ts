/** RSI from which a stock is overbought, and up to which it is oversold. */
export const RSI_OVERBOUGHT = 70
export const RSI_OVERSOLD = 30

/**
 * Raises an RSI just above the oversold limit to the next tenth, because every page truncates to tenths and must not
 * show it as the limit itself. Other values are unchanged.
 */
export const keepAboveOversold = (rsi: number): number => (rsi > RSI_OVERSOLD ? Math.max(rsi, RSI_OVERSOLD + 0.1) : rsi)

/** Number of sessions in the window of an IV rank, about a year, and the minimum for a rank (D12). */
export const IV_WINDOW_SESSIONS = 252
export const IV_MIN_SESSIONS = 60
