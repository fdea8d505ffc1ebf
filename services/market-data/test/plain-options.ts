/**
 * European options worked out once more, with nothing of libs/scoring: the normal integral by Simpson's rule, volatility by
 * bisection, Greeks by differences. Right for American calls without a dividend at rates from 0.
 */
export interface PlainOption {
  readonly spot: number
  readonly strike: number
  readonly years: number
  readonly rate: number
  readonly vol: number
}

const PANELS = 200
const STEPS = 200

function normalCdf(x: number): number {
  const density = (z: number) => Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)
  const width = x / PANELS
  let sum = 0
  for (let panel = 0; panel < PANELS; panel += 1) {
    const from = panel * width
    sum += ((density(from) + 4 * density(from + width / 2) + density(from + width)) * width) / 6
  }
  return 0.5 + sum
}

export function plainCall({ spot, strike, years, rate, vol }: PlainOption): number {
  const total = vol * Math.sqrt(years)
  const d1 = (Math.log(spot / strike) + rate * years) / total + total / 2
  return spot * normalCdf(d1) - strike * Math.exp(-rate * years) * normalCdf(d1 - total)
}

/** The volatility at which a call is worth a price. */
export function plainVol(option: Omit<PlainOption, 'vol'>, price: number): number {
  let [low, high] = [1e-4, 5]
  for (let step = 0; step < STEPS && high - low > 1e-12; step += 1) {
    const vol = (low + high) / 2
    if (plainCall({ ...option, vol }) < price) low = vol
    else high = vol
  }
  return (low + high) / 2
}

/** Greeks of a call by central differences, theta a calendar day, vega and rho a point. */
export function plainGreeks(option: PlainOption) {
  const at = (change: Partial<PlainOption>) => plainCall({ ...option, ...change })
  const { spot, years, rate, vol } = option
  const [bump, day] = [spot * 1e-3, 1 / 365]
  return {
    delta: (at({ spot: spot + bump }) - at({ spot: spot - bump })) / (2 * bump),
    gamma: (at({ spot: spot + bump }) - 2 * at({}) + at({ spot: spot - bump })) / bump ** 2,
    theta: (at({ years: years - day / 10 }) - at({ years: years + day / 10 })) * 5,
    vega: (at({ vol: vol + 0.001 }) - at({ vol: vol - 0.001 })) * 5,
    rho: (at({ rate: rate + 0.001 }) - at({ rate: rate - 0.001 })) * 5,
  }
}
