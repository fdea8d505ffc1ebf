import { normalAt, openSubstream, type Stream, uniformAt } from '../random.ts'

/**
 * The daily bar that a path must match. Prices are in dollars, volume is in shares, and `vol` is the intraday standard
 * deviation.
 */
interface SessionBar {
  readonly day: number
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly volume: number
  readonly hoursVol: number
}

/** Prices and volume during a minute. */
interface MinuteBar {
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly volume: number
}

/**
 * A session minute by minute. `knots` are the prices between minutes and at both ends, one more than there are minutes;
 * `traded` is the volume up to each of them. Within a minute, the price moves in straight lines through two points.
 */
export interface SessionPath {
  readonly minutes: number
  readonly knots: Float64Array
  readonly between: Float64Array
  readonly traded: Float64Array
}

const CENTS = 100
const STOPS = 3

/**
 * Simulates a session whose minutes add up to the daily bar. The price starts at the open, touches the high and the low
 * once each at random minutes, and ends at the close. It follows a Brownian bridge that is reflected into the range.
 */
export function runSession(bar: SessionBar, minutes: number, stream: Stream): SessionPath {
  const draws = openSubstream(stream, bar.day)
  const knots = walkBetween(listTurns(bar, minutes, draws), bar, minutes, openSubstream(draws, 1))
  return {
    minutes,
    knots,
    between: fillMinutes(knots, bar, minutes, openSubstream(draws, 2)),
    traded: spreadVolume(bar.volume, minutes, openSubstream(draws, 3)),
  }
}

/** Price at a given time in the session, in minutes since the open. */
export function priceAt({ minutes, knots, between }: SessionPath, elapsed: number): number {
  const minute = Math.min(minutes - 1, Math.max(0, Math.floor(elapsed)))
  const place = Math.min(1, Math.max(0, elapsed - minute)) * STOPS
  const stop = Math.min(STOPS - 1, Math.floor(place))
  const at = (index: number) =>
    index === 0
      ? (knots[minute] ?? 0)
      : index === STOPS
        ? (knots[minute + 1] ?? 0)
        : (between[(STOPS - 1) * minute + index - 1] ?? 0)
  return roundCents(at(stop) + (place - stop) * (at(stop + 1) - at(stop)))
}

/** Number of shares traded up to a given time in the session. */
export function tradedUntil({ minutes, traded }: SessionPath, elapsed: number): number {
  const minute = Math.min(minutes - 1, Math.max(0, Math.floor(elapsed)))
  const from = traded[minute] ?? 0
  const part = Math.min(1, Math.max(0, elapsed - minute))
  return from + Math.floor(part * ((traded[minute + 1] ?? 0) - from))
}

/** Bar between two times in the session; null if it is empty. */
export function barBetween(path: SessionPath, from: number, until: number): MinuteBar | null {
  if (!(until > from)) return null
  const open = priceAt(path, from)
  const close = priceAt(path, until)
  let high = Math.max(open, close)
  let low = Math.min(open, close)
  const see = (price: number | undefined) => {
    if (price === undefined) return
    if (price > high) high = price
    if (price < low) low = price
  }
  for (let minute = Math.floor(from); minute < until; minute += 1) {
    if (minute >= from) see(path.knots[minute])
    for (let stop = 1; stop < STOPS; stop += 1) {
      const time = minute + stop / STOPS
      if (time >= from && time <= until) see(path.between[(STOPS - 1) * minute + stop - 1])
    }
  }
  return { open, high, low, close, volume: tradedUntil(path, until) - tradedUntil(path, from) }
}

/** Points through which the path must pass: both ends, plus the high and the low unless they are at an end. */
function listTurns(bar: SessionBar, minutes: number, draws: Stream): [minute: number, price: number][] {
  const { open, high, low, close } = bar
  const turns: [number, number][] = [[0, open]]
  const place = (price: number, draw: number) =>
    price === open || price === close ? null : 1 + Math.floor(extremeTime(uniformAt(draws, draw)) * (minutes - 1))
  const highAt = place(high, 1)
  let lowAt = place(low, 2)
  if (highAt !== null && lowAt === highAt) lowAt = highAt > 1 ? highAt - 1 : highAt + 1
  if (highAt !== null) turns.push([highAt, high])
  if (lowAt !== null) turns.push([lowAt, low])
  turns.push([minutes, close])
  return turns.sort((a, b) => a[0] - b[0])
}

/**
 * Time of a high or low. These occur early and late more often than midday, as in an equal mix of the arcsine and
 * uniform distributions.
 */
function extremeTime(chance: number): number {
  const sine = Math.sin((Math.PI / 2) * chance)
  return Math.min(0.999, 0.5 * (sine * sine + chance))
}

function walkBetween(
  turns: readonly (readonly [number, number])[],
  { open, high, low, hoursVol }: SessionBar,
  minutes: number,
  draws: Stream,
): Float64Array {
  const knots = new Float64Array(minutes + 1)
  const step = (open * hoursVol) / Math.sqrt(minutes)
  for (let turn = 1; turn < turns.length; turn += 1) {
    const [from, start] = turns[turn - 1] ?? [0, open]
    const [until, end] = turns[turn] ?? [minutes, open]
    let walked = 0
    for (let minute = from + 1; minute <= until; minute += 1) {
      walked += step * normalAt(draws, minute)
      knots[minute] = walked
    }
    const slope = (end - start - walked) / (until - from)
    for (let minute = from + 1; minute < until; minute += 1) {
      knots[minute] = roundCents(foldInto(start + (knots[minute] ?? 0) + slope * (minute - from), low, high))
    }
    knots[from] = start
    knots[until] = end
  }
  return knots
}

/** Fills in two prices within each minute. */
function fillMinutes(knots: Float64Array, { open, high, low, hoursVol }: SessionBar, minutes: number, draws: Stream) {
  const stops = STOPS - 1
  const between = new Float64Array(stops * minutes)
  const step = (0.6 * open * hoursVol) / Math.sqrt(minutes)
  for (let minute = 0; minute < minutes; minute += 1) {
    const start = knots[minute] ?? 0
    const end = knots[minute + 1] ?? 0
    for (let stop = 0; stop < stops; stop += 1) {
      const index = stops * minute + stop
      const straight = start + ((end - start) * (stop + 1)) / STOPS
      between[index] = roundCents(foldInto(straight + step * normalAt(draws, index), low, high))
    }
  }
  return between
}

/** Volume up to each minute, in whole shares; it is heaviest after the open and before the close. */
function spreadVolume(volume: number, minutes: number, draws: Stream): Float64Array {
  const traded = new Float64Array(minutes + 1)
  let sum = 0
  for (let minute = 0; minute < minutes; minute += 1) {
    const busy = 0.6 + 1.9 * Math.exp(-minute / 22) + 1.7 * Math.exp((minute - minutes + 1) / 16)
    sum += busy * Math.exp(0.35 * normalAt(draws, minute))
    traded[minute + 1] = sum
  }
  for (let minute = 1; minute <= minutes; minute += 1) {
    traded[minute] = Math.round((volume * (traded[minute] ?? 0)) / sum)
  }
  return traded
}

/** Reflects a price that is outside a range back into it. */
function foldInto(price: number, low: number, high: number): number {
  const mirrored = price > high ? 2 * high - price : price < low ? 2 * low - price : price
  return Math.min(high, Math.max(low, mirrored))
}

function roundCents(price: number): number {
  return Math.round(price * CENTS) / CENTS
}
