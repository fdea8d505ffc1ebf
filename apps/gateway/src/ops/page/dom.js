/** DOM helpers and formats. Strings always become text nodes, so that markup in a metric label is never interpreted. */

const SVG = 'http://www.w3.org/2000/svg'
const DASH = '—'

/** Creates an HTML element with attributes and children. */
export function make(name, attributes = {}, ...children) {
  return fill(document.createElement(name), attributes, children)
}

function fill(element, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
  element.append(...children.flat().filter((child) => child !== null))
  return element
}

/** Sets a text only if it changed, to keep the selection and avoid repeated screen reader announcements. */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text
}

/** Rebuilds part of the page only if `shown` changed. */
export function renderChanged(element, shown, build) {
  const key = JSON.stringify(shown)
  if (element.shownKey === key) return
  element.shownKey = key
  element.replaceChildren(...[build()].flat().filter((child) => child !== null))
}

const shapes = {
  pass: 'M3 8.5 6.5 12 13 4.5',
  warn: 'M8 2 15 14H1ZM8 6.5v3.5M8 12v.1',
  fail: 'M3.5 3.5 12.5 12.5M12.5 3.5 3.5 12.5',
  unknown: 'M3 8h10',
}

/** Creates a status badge with a word and an icon, so that color is not the only signal. */
export function badge(status, word) {
  const draw = (name, attributes, ...children) => fill(document.createElementNS(SVG, name), attributes, children)
  const path = draw('path', { d: shapes[status] })
  const sign = draw('svg', { viewBox: '0 0 16 16', class: 'sign', 'aria-hidden': 'true' }, path)
  return make('span', { class: `badge ${status}` }, sign, word)
}

function digits(value, most = 3) {
  if (value === 0) return '0'
  const size = Math.abs(value)
  if (size < 0.0005) return '< 0.001'
  return new Intl.NumberFormat(
    'en-US',
    size >= 1_000 ? { maximumFractionDigits: 0 } : { maximumSignificantDigits: most },
  ).format(value)
}

/** 12 ms, 1.4 s, 5 min, 3 h 10 min, 2 d 4 h. */
export function duration(seconds) {
  if (seconds === null) return DASH
  if (seconds < 1) return seconds === 0 ? '0 ms' : `${digits(seconds * 1_000)} ms`
  if (seconds < 90) return `${digits(seconds, 2)} s`
  const minutes = Math.round(seconds / 60)
  if (minutes < 90) return `${minutes} min`
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  if (hours < 48) return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`
  return hours % 24 === 0 ? `${Math.floor(hours / 24)} d` : `${Math.floor(hours / 24)} d ${hours % 24} h`
}

const writers = {
  seconds: duration,
  ratio: (value) => `${digits(value * 100)}%`,
  bytes: (value) => (value >= 1e9 ? `${digits(value / 1e9)} GB` : `${digits(value / 1e6)} MB`),
  per_second: (value) => `${digits(value)}/s`,
  count: (value) => digits(value, 4),
}

/** An unknown value is a dash, never 0. */
export const figure = (unit, value) => (value === null || value === undefined ? DASH : writers[unit](value))

const shortClock = new Intl.DateTimeFormat('en-US', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
const clock = new Intl.DateTimeFormat('en-US', {
  ...{ month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit', second: '2-digit' },
  ...{ hourCycle: 'h23', timeZoneName: 'short' },
})

export const shortTime = (instant) => shortClock.format(new Date(instant))
export const time = (instant) => clock.format(new Date(instant))

/** Formats a start time and the time since then. */
export function since(instant, now) {
  const seconds = Math.max(0, (new Date(now) - new Date(instant)) / 1_000)
  return `since ${time(instant)} (${duration(Math.round(seconds))})`
}

/** `postgres:responseTime` becomes "postgres", and `queue:oldestWaiting` becomes "queue, oldest waiting". */
export function nameCheck(name) {
  const [dependency, finding = ''] = name.split(':')
  if (finding === '' || finding === 'responseTime' || finding === 'reachable') return dependency
  return `${dependency}, ${finding.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)}`
}
