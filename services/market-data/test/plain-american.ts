/**
 * Reference values for American options on a stock whose price drops by one cash dividend, without libs/scoring. A call
 * uses Simpson's rule over the price on the ex-date, where it is exercised or held to expiration; a put uses finite
 * differences. Valid for rates of 0 or more; apart from the drop, the stock price is lognormal.
 */
export interface PlainContract {
  readonly type: 'call' | 'put'
  readonly spot: number
  readonly strike: number
  readonly years: number
  readonly rate: number
  readonly vol: number
  /** Dividend with an ex-date on or before the expiration day; null if there is none. */
  readonly dividend: PlainDividend | null
}

export interface PlainDividend {
  readonly years: number
  readonly cash: number
}

const density = (x: number) => Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI)

/** N(x) = ½ + φ(x)·(x + x³/3 + x⁵/15 + …), summed until the terms vanish. */
export function plainCdf(x: number): number {
  if (Number.isNaN(x)) return x
  if (Math.abs(x) > 8) return x > 0 ? 1 : 0
  let term = x
  let sum = x
  for (let odd = 3; sum + term !== sum; odd += 2) {
    term *= (x * x) / odd
    sum += term
  }
  return 0.5 + density(x) * sum
}

/** Number of Simpson panels; doubling it changes a price by a millionth of a cent. */
const PANELS = 500

/** ∫ f(z)·φ(z) dz by Simpson's rule; the default range covers all relevant values. */
export function averageOver(f: (z: number) => number, { from = -8, until = 8 } = {}): number {
  const width = (until - from) / PANELS
  let sum = 0
  for (let panel = 0; panel <= PANELS; panel += 1) {
    const z = from + panel * width
    const weight = panel === 0 || panel === PANELS ? 1 : panel % 2 === 1 ? 4 : 2
    sum += weight * f(z) * density(z)
  }
  return (sum * width) / 3
}

function europeanCall(spot: number, { strike, rate, vol }: PlainContract, years: number): number {
  if (spot <= 0) return 0
  const deviation = vol * Math.sqrt(years)
  const d1 = (Math.log(spot / strike) + rate * years) / deviation + deviation / 2
  return spot * plainCdf(d1) - strike * Math.exp(-rate * years) * plainCdf(d1 - deviation)
}

function plainCall(contract: PlainContract): number {
  const { spot, strike, years, rate, vol, dividend } = contract
  if (dividend === null) return europeanCall(spot, contract, years)
  const { years: until, cash } = dividend
  const priceAt = (z: number) => spot * Math.exp((rate - vol ** 2 / 2) * until + vol * Math.sqrt(until) * z)
  const exercised = (z: number) => priceAt(z) - strike
  const kept = (z: number) => europeanCall(priceAt(z) - cash, contract, years - until)
  // The call is exercised above one price, if at all; the integrand is smooth on each side.
  let [low, high] = [-8, 8]
  for (let halving = 0; halving < 60; halving += 1) {
    const z = (low + high) / 2
    if (exercised(z) < kept(z)) low = z
    else high = z
  }
  return Math.exp(-rate * until) * (averageOver(kept, { until: low }) + averageOver(exercised, { from: low }))
}

/** Number of nodes, which is even so that the strike, at the payoff's kink, is midway between two nodes. */
const NODES = 600
const STEPS = 100
/** Number of fully implicit quarter steps that smooth the payoff's kink before the Crank-Nicolson steps. */
const SMOOTHING = 4
const REACH = 8

/** Stock prices, evenly spaced in their logarithm around the strike, and the put's value at each price. */
interface Grid {
  readonly prices: Float64Array
  readonly values: Float64Array
  readonly gap: number
}

function putGrid(contract: PlainContract): Grid {
  const { spot, strike, years, vol, dividend } = contract
  const reach = REACH * vol * Math.sqrt(years) + Math.abs(Math.log(strike / spot))
  const gap = (2 * reach) / NODES
  const prices = Float64Array.from({ length: NODES }, (_, node) => strike * Math.exp((node - (NODES - 1) / 2) * gap))
  const grid = { prices, values: prices.map((price) => Math.max(0, strike - price)), gap }
  if (dividend === null) return goBack(grid, contract, years)
  const after = goBack(grid, contract, years - dividend.years)
  const before = prices.map((price) => Math.max(strike - price, readAt(after, price - dividend.cash)))
  return goBack({ ...after, values: before }, contract, dividend.years)
}

function goBack(grid: Grid, contract: PlainContract, years: number): Grid {
  const step = years / STEPS
  let { values } = grid
  for (let each = 0; each < SMOOTHING; each += 1) values = stepBack({ ...grid, values }, contract, step / SMOOTHING, 1)
  for (let each = 1; each < STEPS; each += 1) values = stepBack({ ...grid, values }, contract, step, 0.5)
  return { ...grid, values }
}

/**
 * Takes one step back in time with early exercise, which for a put is optimal below one price (Brennan and Schwartz).
 */
function stepBack({ prices, values, gap }: Grid, contract: PlainContract, step: number, implicit: number) {
  const { strike, rate, vol } = contract
  const spread = vol ** 2 / (2 * gap ** 2)
  const drift = (rate - vol ** 2 / 2) / (2 * gap)
  const [down, stay, up] = [spread - drift, -2 * spread - rate, spread + drift]
  const at = (column: Float64Array, node: number) => column[node] ?? Number.NaN
  const last = prices.length - 1
  const own = 1 - implicit * step * stay
  const diagonal = new Float64Array(prices.length).fill(1)
  const right = new Float64Array(prices.length)
  for (let node = last - 1; node > 0; node -= 1) {
    const moved = down * at(values, node - 1) + stay * at(values, node) + up * at(values, node + 1)
    const factor = (implicit * step * up) / at(diagonal, node + 1)
    const isTop = node === last - 1
    diagonal[node] = own - (isTop ? 0 : factor * implicit * step * down)
    right[node] = at(values, node) + (1 - implicit) * step * moved + (isTop ? 0 : factor * at(right, node + 1))
  }
  const stepped = new Float64Array(prices.length)
  stepped[0] = strike - at(prices, 0)
  for (let node = 1; node < last; node += 1) {
    const kept = (at(right, node) + implicit * step * down * at(stepped, node - 1)) / at(diagonal, node)
    stepped[node] = Math.max(strike - at(prices, node), kept)
  }
  return stepped
}

/** Interpolates the value between nodes with a cubic through the four nearest ones. */
function readAt({ prices, values, gap }: Grid, price: number): number {
  const first = prices[0] ?? Number.NaN
  const place = price <= first ? 0 : Math.log(price / first) / gap
  const from = Math.min(prices.length - 4, Math.max(0, Math.floor(place) - 1))
  let sum = 0
  for (let node = from; node < from + 4; node += 1) {
    let weight = 1
    for (let other = from; other < from + 4; other += 1) if (other !== node) weight *= (place - other) / (node - other)
    sum += weight * (values[node] ?? Number.NaN)
  }
  return sum
}

export function plainPrice(contract: PlainContract): number {
  if (contract.type === 'call') return plainCall(contract)
  return readAt(putGrid(contract), contract.spot)
}

/** Price and greeks by finite differences: theta per calendar day, vega and rho per percentage point. */
export function plainGreeks(contract: PlainContract) {
  const { spot, years, rate, vol, dividend, type } = contract
  const at = (change: Partial<PlainContract>) => plainPrice({ ...contract, ...change })
  const later = (by: number) =>
    at({ years: years - by, dividend: dividend && { ...dividend, years: dividend.years - by } })
  const grid = type === 'put' ? putGrid(contract) : null
  const bump = spot * vol * Math.sqrt(years) * 2e-3
  const [low, price, high] = [spot - bump, spot, spot + bump].map((to) =>
    grid === null ? at({ spot: to }) : readAt(grid, to),
  ) as [number, number, number]
  const moment = years / 500
  return {
    price,
    delta: (high - low) / (2 * bump),
    gamma: (high - 2 * price + low) / bump ** 2,
    theta: (later(moment) - later(-moment)) / (2 * moment * 365),
    vega: (at({ vol: vol + 0.001 }) - at({ vol: vol - 0.001 })) * 5,
    rho: (at({ rate: rate + 0.001 }) - at({ rate: rate - 0.001 })) * 5,
  }
}

/** Finds the volatility at which a contract has this price, with the secant method. */
export function plainVol(contract: Omit<PlainContract, 'vol'>, price: number): number {
  const missAt = (vol: number) => plainPrice({ ...contract, vol }) - price
  let [before, vol] = [0.2, 0.3]
  let missed = missAt(before)
  while (Math.abs(vol - before) > 1e-7) {
    const miss = missAt(vol)
    const next = vol - (miss * (vol - before)) / (miss - missed)
    ;[before, missed, vol] = [vol, miss, next]
  }
  return vol
}
