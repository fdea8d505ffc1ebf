import { findBand, type RatingBand } from '../../../shared/rating/rating-view.ts'

const BIN_POINTS = 2

/** One bar of the histogram. */
export interface RatingBin {
  readonly from: number
  readonly count: number
  readonly band: RatingBand
}

export interface RatingSpread {
  readonly bins: readonly RatingBin[]
  readonly rated: number
  readonly unrated: number
  /** How many stocks are in each band, best band first. */
  readonly bands: readonly { readonly word: string; readonly count: number }[]
}

/** Counts ratings in bins of two points; the last bin includes `max`. */
export function spreadRatings(scores: readonly (number | null)[], max: number): RatingSpread {
  const rated = scores.filter((score) => score !== null)
  const size = Math.ceil(max / BIN_POINTS)
  const bins = Array.from({ length: size }, (_, index) => ({ from: index * BIN_POINTS, count: 0 }))
  const bands = new Map<string, number>()
  for (const score of rated.toSorted((a, b) => b - a)) {
    const bin = bins[Math.min(size - 1, Math.floor(score / BIN_POINTS))]
    if (bin !== undefined) bin.count += 1
    const { word } = findBand(score)
    bands.set(word, (bands.get(word) ?? 0) + 1)
  }
  return {
    bins: bins.map((bin) => ({ ...bin, band: findBand(bin.from + BIN_POINTS / 2) })),
    rated: rated.length,
    unrated: scores.length - rated.length,
    bands: [...bands].map(([word, count]) => ({ word, count })),
  }
}
