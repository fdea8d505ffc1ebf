import { BARS_TABLE } from './chart.ts'
import { at, type Expected, said } from './expected-text.ts'
import { EXPIRATION, nameDay } from './facts.ts'
import type { Item } from './items.ts'

/** True for axis ticks, for the market's name, and for the general explanations in hints. */
export const isLabel = ({ place, text }: Item) =>
  place.endsWith(', scale') ||
  (place.endsWith(', hint') && text.includes(' Source: ')) ||
  text.startsWith('Recorded market of Jul 10, 2026')

/** Numbers that are not figures of the stock: in names, toggles and dates, and bounds that never change. */
export const labels: readonly Expected[] = [
  ...['1D', '5D', '1M', '3M', '6M', '1Y', '2Y'].flatMap((name) => at('Price chart', said`${name}`)),
  ...at('Price chart', said`SMA 20`, said`SMA 50`, said`RSI 14`),
  ...at('Options chain', said`5`, said`8`, said`15`, said`Recorded · Jul 10, 16:00 ET`),
  ...at(`Calls of AAPL, ${nameDay(EXPIRATION)}, hint`, said`Compares up to 4 calls, including the selected one.`),
  ...at('Best in range', said`delta 0.15 to 0.30`),
  ...at(
    'Best in range',
    said`The best call first, then one call per expiration: 30 to 45 days by yield, liquid before thin; other dates in order.`,
  ),
]

/** Labels on the drawn chart: its legend, its panes, and the names in the summary below. */
export const chartLabels: readonly Expected[] = [
  ...at('Price chart', said`SMA 20`, said`SMA 50`, said`RSI 14`, said`SMA 20`, said`SMA 50`, said`RSI 14`),
  ...at('Price chart', said`Stochastic 14/3`, said`Jul 10`, said`16:00 ET`, said`1 expected move`),
  ...at('Price chart, hint', said`Last price, as of Jul 10, 2026, 16:00 ET`),
]

/** Labels in the trade preview. */
export const tradeLabels: readonly Expected[] = [
  ...at('What if', said`±1 expected move`),
  ...at('Trade preview, label', said`Contracts of 100 shares`),
]

/** Labels in the chart's table. */
export const tableLabels: readonly Expected[] = at(BARS_TABLE, said`SMA 20 $`, said`SMA 50 $`, said`RSI 14`)
