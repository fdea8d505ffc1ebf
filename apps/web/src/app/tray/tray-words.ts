import { commonWords } from '../../shared/common-words.ts'
import { formatInteger, formatPlace } from '../../shared/format/numbers.ts'

/** UI text for the background-work tray. */
export const trayWords = {
  title: 'Background work',
  enriching: (percent: number) => `Updating ${formatPlace(percent)}%`,
  unsynced: (count: number) => `${formatInteger(count)} not yet synced`,
  updated: (time: string) => `Updated ${time}`,
  run: 'Figures of the stocks',
  positions: 'Your positions',
  waiting: commonWords.unsynced,
  openScreener: 'Open the screener',
  openPortfolio: 'Open the portfolio',
} as const
