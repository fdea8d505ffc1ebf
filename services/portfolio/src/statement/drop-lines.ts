import { dayNumber } from '@callwright/scoring'
import { contractKey } from './option-text.ts'
import { lineOf, type Reading, type Trade } from './trade.ts'

const CANCELLED_WITHIN_DAYS = 5

const contractOf = ({ contract }: Trade): string | null => (contract === null ? null : contractKey(contract))
const isEqualTrade = (a: Trade, b: Trade): boolean =>
  a.account === b.account &&
  a.symbol === b.symbol &&
  contractOf(a) === contractOf(b) &&
  a.quantity === b.quantity &&
  a.price === b.price &&
  a.action === b.action

/** The trade that a cancellation takes back: the nearest equal one by day, then by line. */
function findCanceled(readings: readonly Reading[], cancel: Trade, gone: ReadonlyMap<number, string>): Trade | null {
  const daysTo = ({ day }: Trade) => Math.abs(dayNumber(day) - dayNumber(cancel.day))
  const linesTo = ({ line }: Trade) => Math.abs(line - cancel.line)
  const equal = readings.flatMap((reading) =>
    reading.kind === 'trade' && !gone.has(reading.trade.line) && isEqualTrade(reading.trade, cancel)
      ? [reading.trade]
      : [],
  )
  const [nearest] = equal
    .filter((trade) => daysTo(trade) <= CANCELLED_WITHIN_DAYS)
    .toSorted((a, b) => daysTo(a) - daysTo(b) || linesTo(a) - linesTo(b))
  return nearest ?? null
}

/** A cancellation and the line that it takes back are both ignored. */
export function dropCanceled(readings: readonly Reading[]): readonly Reading[] {
  const cancels = readings.flatMap((reading) => (reading.kind === 'cancel' ? [reading.trade] : []))
  if (cancels.length === 0) return readings
  const gone = new Map<number, string>()
  for (const cancel of cancels) {
    const target = findCanceled(readings, cancel, gone)
    gone.set(cancel.line, 'The broker canceled this trade.')
    if (target !== null) gone.set(target.line, `The broker canceled this trade on line ${cancel.line}.`)
  }
  return readings.map((reading): Reading => {
    const reason = gone.get(lineOf(reading))
    return reason === undefined ? reading : { kind: 'ignored', line: lineOf(reading), reason }
  })
}

/** Leaves out lines that may repeat a trade, where another line has it. */
export function dropRepeats(readings: readonly Reading[]): readonly Reading[] {
  const key = (trade: Trade) =>
    JSON.stringify([trade.account, trade.action, trade.symbol, contractOf(trade), trade.quantity])
  const said = new Set(
    readings.flatMap((reading) =>
      reading.kind === 'trade' && reading.isRepeated !== true ? [key(reading.trade)] : [],
    ),
  )
  return readings.map(
    (reading): Reading =>
      reading.kind === 'trade' && reading.isRepeated === true && said.has(key(reading.trade))
        ? { kind: 'ignored', line: reading.trade.line, reason: 'Repeats a trade.' }
        : reading,
  )
}
