import { boundAbove } from '@callwright/scoring'
import { formatDelta, formatFineRatio, formatFinestRatio, formatRatio } from '../../shared/format/numbers.ts'

/** Color of a figure; `plain` means that it needs no attention. */
export type FigureTone = 'good' | 'plain' | 'due' | 'bad'

/** Tone for a delta's assignment risk (SPEC section 9): low below 0.25, medium up to 0.5, high above that. */
export function readDeltaTone(delta: number): FigureTone {
  if (delta < 0.25) return 'plain'
  return delta <= 0.5 ? 'due' : 'bad'
}

/** Formats with enough decimals that the text and the value get the same tone from `readTone`: 0.496, not 0.50. */
function formatWithTone(
  value: number,
  formats: readonly ((value: number) => string)[],
  readTone: (of: number) => FigureTone,
) {
  const texts = formats.map((format) => format(value))
  const isTrue = (text: string) => readTone(Number(text.replace('\u2212', '-').replaceAll(',', ''))) === readTone(value)
  return texts.find(isTrue) ?? texts.at(-1) ?? ''
}

export const formatToneDelta = (delta: number): string =>
  formatWithTone(delta, [formatDelta, formatFineRatio, formatFinestRatio], readDeltaTone)

export const formatHeadroomEm = (headroomEm: number): string =>
  formatWithTone(headroomEm, [formatRatio, formatDelta, formatFineRatio, formatFinestRatio], readHeadroomTone)

/** The number in "under 0.02", for a delta that is known only to be below a bound. */
export const formatDeltaBound = (atMost: number): string => formatRatio(boundAbove(atMost))

/** Tone for a headroom given in expected moves (SPEC section 2). */
export function readHeadroomTone(headroomEm: number): FigureTone {
  if (headroomEm >= 1) return 'good'
  return headroomEm >= 0.5 ? 'due' : 'bad'
}
