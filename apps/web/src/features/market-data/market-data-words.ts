import type { MarketStatus, SourceStatus } from '../../api/market-status.ts'
import { formatInteger } from '../../shared/format/numbers.ts'

const states: Readonly<Record<SourceStatus['state'], string>> = {
  working: 'Working',
  not_asked_yet: 'Not used yet',
  paused: 'Paused: call limit reached',
  failing: 'Not responding',
  key_refused: 'Rejects the key',
}

export const describeState = ({ state }: SourceStatus) => states[state]

/** Whether the source needs attention. */
export const isInTrouble = ({ state }: SourceStatus) => state === 'failing' || state === 'key_refused'

export function describeCalls({ callsLeft, callsPerMinute }: SourceStatus): string | null {
  if (callsPerMinute === null) return null
  const limit = `${formatInteger(callsPerMinute)} per minute`
  return callsLeft === null ? limit : `${formatInteger(callsLeft)} now, ${limit}`
}

const introductions: Readonly<Record<MarketStatus['kind'], string>> = {
  simulated: 'All prices on this server are simulated. Do not trade at these prices.',
  recorded: 'All prices on this server are from a recording of a past day.',
  live: 'Prices on this server come from the sources below.',
}

export const describeKind = ({ kind }: MarketStatus) => introductions[kind]

/** Introduces the command that changes the sources. */
export function describeChange({ kind, data }: MarketStatus): string {
  if (kind !== 'live') return 'For real, delayed prices, run this command on the server, then start Callwright again:'
  const lacks = data.some(({ sources }) => sources.length === 0)
  return lacks
    ? 'To add a source for what is missing, run this command on the server, then start Callwright again:'
    : 'To change the sources, run this command on the server, then start Callwright again:'
}

/** `212 of 503 symbols` */
export const describeDone = (done: number, total: number) => `${formatInteger(done)} of ${formatInteger(total)} symbols`
