/**
 * Reference indicators, computed with plain loops over closes and without libs/scoring; null until the window is full.
 */
export interface PlainBar {
  readonly high: number
  readonly low: number
  readonly close: number
}

type Line = readonly (number | null)[]

const lastOf = (values: readonly number[], index: number, window: number): readonly number[] | null =>
  index + 1 < window ? null : values.slice(index + 1 - window, index + 1)

const meanOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

export function plainSma(closes: readonly number[], window: number): Line {
  return closes.map((_, index) => {
    const recent = lastOf(closes, index, window)
    return recent === null ? null : meanOf(recent)
  })
}

/** Mean, with bands at two population standard deviations on either side. */
export function plainBollinger(closes: readonly number[], window: number) {
  return closes.map((_, index) => {
    const recent = lastOf(closes, index, window)
    if (recent === null) return { upper: null, middle: null, lower: null }
    const middle = meanOf(recent)
    const deviation = Math.sqrt(meanOf(recent.map((close) => (close - middle) ** 2)))
    return { upper: middle + 2 * deviation, middle, lower: middle - 2 * deviation }
  })
}

/** Wilder's RSI: the first means are simple; with a window of 14 each later mean keeps 13/14 of the previous one. */
export function plainRsi(closes: readonly number[], window: number): Line {
  let [gain, loss] = [0, 0]
  return closes.map((close, index) => {
    if (index === 0) return null
    const change = close - (closes[index - 1] ?? Number.NaN)
    const [up, down] = [Math.max(0, change), Math.max(0, -change)]
    if (index <= window) {
      gain += up / window
      loss += down / window
    } else {
      gain = (gain * (window - 1) + up) / window
      loss = (loss * (window - 1) + down) / window
    }
    return index < window ? null : 100 - 100 / (1 + gain / loss)
  })
}

/** %K, with %D as its mean over three bars. */
export function plainStochastic(bars: readonly PlainBar[], window: number) {
  const k = bars.map(({ close }, index) => {
    if (index + 1 < window) return null
    const recent = bars.slice(index + 1 - window, index + 1)
    const lowest = Math.min(...recent.map(({ low }) => low))
    const highest = Math.max(...recent.map(({ high }) => high))
    return ((close - lowest) / (highest - lowest)) * 100
  })
  const d = k.map((_, index) => {
    const three = k.slice(Math.max(0, index - 2), index + 1).filter((value) => value !== null)
    return three.length < 3 ? null : meanOf(three)
  })
  return k.map((value, index) => ({ k: value, d: d[index] ?? null }))
}
