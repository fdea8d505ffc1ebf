import type { StatementFormat } from '../trade.ts'
import { etrade, etradeOld } from './etrade.ts'
import { fidelity } from './fidelity.ts'
import { ibkrActions, ibkrDividends, ibkrTrades, ibkrWithholding } from './ibkr-activity.ts'
import { ibkrFlex } from './ibkr-flex.ts'
import { robinhood } from './robinhood.ts'
import { schwab } from './schwab.ts'
import { tastytrade, tastytradeLegacy } from './tastytrade.ts'
import { thinkorswimCash, thinkorswimTrades } from './thinkorswim.ts'
import { webull, webullOrders } from './webull.ts'

/** All brokers' formats, those with the most required columns first, because the first match decides. */
export const brokerFormats: readonly StatementFormat[] = [
  ...[schwab, fidelity, etrade, etradeOld, ibkrTrades, ibkrDividends, ibkrWithholding, ibkrActions, ibkrFlex],
  ...[robinhood, tastytrade, tastytradeLegacy, thinkorswimTrades, thinkorswimCash, webull, webullOrders],
].toSorted((a, b) => b.required.length - a.required.length)
