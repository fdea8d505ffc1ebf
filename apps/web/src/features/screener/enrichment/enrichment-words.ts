import { formatInteger } from '../../../shared/format/numbers.ts'

/** What the run behind the figures says, in one place for who translates it. */
export const enrichmentWords = {
  bar: 'Enrichment',
  unknown: 'Enrichment: status unknown',
  actions: {
    start: { word: 'Start', label: 'Start enrichment' },
    stop: { word: 'Stop', label: 'Stop enrichment' },
  },
  refresh: 'Refresh',
  notStarted: 'Enrichment could not be started',
  notStopped: 'Enrichment could not be stopped',
  notRefreshed: 'The data could not be refreshed',
  justRefreshed: 'Refreshed less than a minute ago. Try again shortly.',
  never: 'Not enriched yet',
  enriched: (stocks: number, time: string) => `Enriched ${formatInteger(stocks)} stocks, ${time}`,
  failed: (count: string) => `${count} failed`,
  incomplete: (count: string) => `${count} incomplete`,
  orMore: (count: number) => `${formatInteger(count)} or more`,
  of: (done: number, total: number) => `${formatInteger(done)} of ${formatInteger(total)}`,
  stopping: (count: string) => `Stopping, ${count} done`,
  enriching: (count: string) => `Enriching ${count}`,
  enrichingFor: (count: string, wait: string) => `Enriching ${count}, ${wait} left`,
  finished: (stocks: number) => `Enrichment finished: ${formatInteger(stocks)} stocks`,
  finishedShort: (stocks: number, failed: number) =>
    `Enrichment finished: ${formatInteger(stocks)} stocks, ${formatInteger(failed)} failed`,
} as const
