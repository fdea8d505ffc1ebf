/** Formats figures. An unknown value is a dash, never 0. */

const DASH = '—'

function digits(value, most = 3) {
  if (value === 0) return '0'
  const size = Math.abs(value)
  if (size < 0.0005) return value < 0 ? '> −0.001' : '< 0.001'
  return new Intl.NumberFormat(
    'en-US',
    size >= 1_000 ? { maximumFractionDigits: 0 } : { maximumSignificantDigits: most },
  ).format(value)
}

/** 12 ms, 1.4 s, 5 min, 3 h 10 min, 2 d 4 h. */
export function duration(seconds) {
  if (seconds === null || seconds === undefined) return DASH
  if (seconds < 1) return seconds === 0 ? '0 ms' : `${digits(seconds * 1_000)} ms`
  if (seconds < 90) return `${digits(seconds, 2)} s`
  const minutes = Math.round(seconds / 60)
  if (minutes < 90) return `${minutes} min`
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  if (hours < 48) return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`
  return hours % 24 === 0 ? `${Math.floor(hours / 24)} d` : `${Math.floor(hours / 24)} d ${hours % 24} h`
}

/** Never rounds a ratio below 1 up to 100%. */
export function percent(ratio) {
  if (ratio === null || ratio === undefined) return DASH
  const shown = ratio < 1 ? Math.floor(ratio * 1e5) / 1e3 : ratio * 100
  return `${new Intl.NumberFormat('en-US', { maximumFractionDigits: Math.abs(shown) >= 10 ? 2 : 3 }).format(shown)}%`
}

const bytes = (value) => (value >= 1e9 ? `${digits(value / 1e9)} GB` : `${digits(value / 1e6)} MB`)

const writers = {
  seconds: duration,
  ratio: percent,
  bytes,
  per_second: (value) => `${digits(value)}/s`,
  count: (value) => digits(value, 4),
  usd: (value) => `$${value < 10 ? value.toFixed(4) : value.toFixed(2)}`,
  yes_no: (value) => (value >= 1 ? 'yes' : value <= 0 ? 'no' : 'sometimes'),
}

export function figure(unit, value) {
  return value === null || value === undefined ? DASH : writers[unit](value)
}

const clock = new Intl.DateTimeFormat(undefined, {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hour12: false,
})
const shortClock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', hour12: false })

export const time = (instant) => clock.format(new Date(instant))
export const shortTime = (instant) => shortClock.format(new Date(instant))

/** Formats a start time and the time since then. */
export function since(instant, now) {
  const seconds = Math.max(0, (new Date(now) - new Date(instant)) / 1_000)
  return `since ${time(instant)} (${duration(Math.round(seconds))})`
}

/** A multiple of the allowed rate. */
export const burn = (value) => (value === null ? DASH : `${digits(value, 2)}×`)

/** `postgres:responseTime` becomes "postgres", and `queue:oldestWaiting` becomes "queue, oldest waiting". */
export function nameCheck(name) {
  const [dependency, finding = ''] = name.split(':')
  if (finding === '' || finding === 'responseTime' || finding === 'reachable') return dependency
  return `${dependency}, ${finding.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)}`
}
