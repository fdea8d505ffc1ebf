/** DOM helpers. Strings always become text nodes, so that markup in a metric label is never interpreted. */

const SVG = 'http://www.w3.org/2000/svg'

/** Creates an HTML element with attributes and children. */
export function make(name, attributes = {}, ...children) {
  return fill(document.createElement(name), attributes, children)
}

export function draw(name, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, name), attributes, children)
}

function fill(element, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === false) continue
    element.setAttribute(key, value === true ? '' : String(value))
  }
  element.append(...children.flat().filter((child) => child !== null))
  return element
}

/**
 * Sets an element's text only if it changed, to keep the user's selection and avoid repeated screen reader
 * announcements.
 */
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
  const sign = draw(
    'svg',
    { viewBox: '0 0 16 16', class: 'sign', 'aria-hidden': 'true' },
    draw('path', { d: shapes[status] }),
  )
  return make('span', { class: `badge ${status}` }, sign, word)
}
