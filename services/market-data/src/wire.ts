import type { Missing, Stamp } from './providers/provider.ts'

/** The stamp of an answer as the contract writes it. */
export function toWireStamp({ source, dataClass, asOfMs }: Stamp) {
  return { as_of: new Date(asOfMs).toISOString(), data_class: dataClass, source }
}

/** What an answer lacks, as one text for a person; null where nothing is missing. */
export function describeMissing(missing: readonly Missing[]): string | null {
  return missing.length === 0 ? null : missing.map(({ reason }) => `${reason}.`).join(' ')
}
