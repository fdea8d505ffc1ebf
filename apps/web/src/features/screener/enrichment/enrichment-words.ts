import { formatInteger } from '../../../shared/format/numbers.ts'

/** UI text for the data update bar. */
export const enrichmentWords = {
  bar: 'Data update',
  unknown: 'Data update: status unknown',
  actions: {
    start: { word: 'Start', label: 'Start data update' },
    stop: { word: 'Stop', label: 'Stop data update' },
  },
  refresh: 'Refresh',
  notStarted: 'Could not start the data update',
  notStopped: 'Could not stop the data update',
  notRefreshed: 'Could not refresh the data',
  justRefreshed: 'Refreshed less than a minute ago. Try again shortly.',
  never: 'Not updated yet',
  enriched: (stocks: number, time: string) => `Updated ${formatInteger(stocks)} stocks, ${time}`,
  failed: (count: string) => `${count} failed`,
  incomplete: (count: string) => `${count} incomplete`,
  orMore: (count: number) => `${formatInteger(count)} or more`,
  of: (done: number, total: number) => `${formatInteger(done)} of ${formatInteger(total)}`,
  stopping: (count: string) => `Stopping, ${count} done`,
  enriching: (count: string) => `Updating ${count}`,
  enrichingFor: (count: string, wait: string) => `Updating ${count}, ${wait} left`,
  finished: (stocks: number) => `Data updated: ${formatInteger(stocks)} stocks`,
  finishedShort: (stocks: number, failed: number) =>
    `Data updated: ${formatInteger(stocks)} stocks, ${formatInteger(failed)} failed`,
} as const
