import { averageOver, type PlainContract, plainCdf } from './plain-american.ts'

/**
 * Reference probabilities for a stock whose price drops by one cash dividend, without libs/scoring: closed forms for a
 * stock without dividends, averaged with Simpson's rule over the prices on the ex-date.
 */
export type PlainStock = Pick<PlainContract, 'spot' | 'years' | 'rate' | 'vol' | 'dividend'>

/** Probability of ending above a level. */
export function plainAbove(stock: PlainStock, level: number): number {
  const { spot, years, dividend } = stock
  if (level <= 0) return 1
  if (dividend === null) return endsAbove(stock, spot, years, level)
  return averageOver((z) =>
    endsAbove(stock, priceAt(stock, dividend.years, z) - dividend.cash, years - dividend.years, level),
  )
}

/** Probability of touching a level above the spot, before the ex-date or after it. */
export function plainTouch(stock: PlainStock, level: number): number {
  const { spot, years, rate, vol, dividend } = stock
  if (spot >= level) return 1
  if (dividend === null) return touches(stock, spot, years, level)
  const { years: until, cash } = dividend
  const deviation = vol * Math.sqrt(until)
  const drift = rate - vol ** 2 / 2
  const distance = Math.log(level / spot)
  const ceiling = (distance - drift * until) / deviation
  // Method of images: of the paths to a price below the level, the reflected ones have touched it.
  const untouched = (z: number) => {
    const gone = drift * until + deviation * z
    return 1 - Math.exp((-2 * distance * (distance - gone)) / deviation ** 2)
  }
  const later = averageOver(
    (z) => untouched(z) * touches(stock, priceAt(stock, until, z) - cash, years - until, level),
    { until: Math.min(8, ceiling) },
  )
  return touches(stock, spot, until, level) + later
}

function priceAt({ spot, rate, vol }: PlainStock, years: number, z: number): number {
  return spot * Math.exp((rate - vol ** 2 / 2) * years + vol * Math.sqrt(years) * z)
}

function endsAbove({ rate, vol }: PlainStock, price: number, years: number, level: number): number {
  if (price <= 0) return 0
  return plainCdf((Math.log(price / level) + (rate - vol ** 2 / 2) * years) / (vol * Math.sqrt(years)))
}

/** Probability of touching a level without a dividend: MATHS section 4 with L = |u|. */
function touches({ rate, vol }: PlainStock, price: number, years: number, level: number): number {
  if (price <= 0) return 0
  if (price >= level) return 1
  const deviation = vol * Math.sqrt(years)
  const u = (rate - vol ** 2 / 2) / vol ** 2
  const length = Math.abs(u)
  const z = Math.log(level / price) / deviation + length * deviation
  return (
    (level / price) ** (u + length) * plainCdf(-z) +
    (level / price) ** (u - length) * plainCdf(2 * length * deviation - z)
  )
}
