import { draw, make, setText } from './elements.js'
import { figure, nameCheck, shortTime, time } from './format.js'

const HEIGHT = 132
const EDGE = { top: 8, right: 8, bottom: 20, left: 52 }
/** Number of line colors. Further lines reuse the colors with dashes. */
const STYLES = 6
const TIME_WIDTH = 72

/**
 * Creates a line chart. The pointer or the arrow keys move a cursor, and the legend shows the values at the cursor or
 * else the latest values. All lines passed to `update` must have the same number of points.
 */
export function createChart({ title, unit }) {
  const svg = draw('svg', { class: 'plot', height: HEIGHT, 'aria-hidden': 'true', focusable: 'false' })
  const stage = make(
    'div',
    { class: 'stage', role: 'slider', tabindex: '0', 'aria-label': `${title}: time`, 'aria-valuemin': '0' },
    svg,
  )
  const legend = make('ul', { class: 'legend' })
  const moment = make('p', { class: 'moment' })
  const empty = make('p', { class: 'empty' }, 'No data in this time range.')
  const root = make('figure', { class: 'chart' }, make('figcaption', {}, title), moment, stage, legend, empty)
  const state = { lines: [], range: null, cursor: null, width: 0, entries: [] }

  const last = () => Math.max(0, (state.lines[0]?.points.length ?? 1) - 1)
  const instantOf = (index) => {
    const { from, stepSeconds } = state.range
    return new Date(from).getTime() + (index + 1) * stepSeconds * 1_000
  }
  const x = (index) => EDGE.left + (index / Math.max(1, last())) * (state.width - EDGE.left - EDGE.right)

  /** The last slot may still be empty. */
  const latest = (points) => points.findLast((point) => point !== null) ?? null
  const valueAt = ({ points }) => (state.cursor === null ? latest(points.slice(-4)) : points[state.cursor])

  function showValues() {
    setText(moment, state.cursor === null ? '' : time(instantOf(state.cursor)))
    state.entries.forEach((entry, index) => {
      setText(entry, figure(unit, valueAt(state.lines[index])))
    })
    const at = state.cursor ?? last()
    stage.setAttribute('aria-valuemax', String(last()))
    stage.setAttribute('aria-valuenow', String(at))
    const values = state.lines.map((line) => `${line.legend} ${figure(unit, valueAt(line))}`)
    stage.setAttribute(
      'aria-valuetext',
      `${state.range ? time(instantOf(at)) : 'now'}: ${values.join(', ') || 'no data'}`,
    )
    const mark = svg.querySelector('.cursor')
    if (mark === null) return
    mark.setAttribute('visibility', state.cursor === null ? 'hidden' : 'visible')
    mark.setAttribute('x1', String(x(at)))
    mark.setAttribute('x2', String(x(at)))
  }

  function showLegend() {
    const names = state.lines.map((line) => line.legend)
    if (legend.names === names.join('\n')) return
    legend.names = names.join('\n')
    state.entries = names.map(() => make('span', { class: 'value' }))
    const swatch = (index) =>
      draw(
        'svg',
        { viewBox: '0 0 16 8', class: 'swatch', 'aria-hidden': 'true' },
        draw('path', { d: 'M0 4H16', class: lineClass(index) }),
      )
    legend.replaceChildren(
      ...names.map((name, index) =>
        make(
          'li',
          {},
          swatch(index),
          make('span', { class: 'name' }, isCheck(name) ? nameCheck(name) : name),
          state.entries[index],
        ),
      ),
    )
  }

  function redraw() {
    const isEmpty = state.lines.length === 0
    empty.hidden = !isEmpty
    stage.hidden = isEmpty
    legend.hidden = isEmpty
    moment.hidden = isEmpty
    showLegend()
    if (isEmpty || state.width < 80) return
    const most = niceTop(
      Math.max(0, ...state.lines.flatMap(({ points }) => points.filter((point) => point !== null))),
      unit,
    )
    const y = (value) => EDGE.top + (1 - value / most) * (HEIGHT - EDGE.top - EDGE.bottom)
    svg.setAttribute('viewBox', `0 0 ${state.width} ${HEIGHT}`)
    svg.replaceChildren(
      ...drawGrid(most, y),
      ...drawTimes(),
      ...state.lines.map(({ points }, index) => draw('path', { d: toPath(points, x, y), class: lineClass(index) })),
      draw('line', { class: 'cursor', y1: EDGE.top, y2: HEIGHT - EDGE.bottom, visibility: 'hidden' }),
    )
    showValues()
  }

  function drawGrid(most, y) {
    const levels = unit === 'yes_no' ? [0, 1] : [0, most / 2, most]
    return levels.flatMap((level) => [
      draw('line', { class: 'grid', x1: EDGE.left, x2: state.width - EDGE.right, y1: y(level), y2: y(level) }),
      draw('text', { class: 'tick', x: EDGE.left - 6, y: y(level) + 4, 'text-anchor': 'end' }, figure(unit, level)),
    ])
  }

  function drawTimes() {
    const count = Math.max(1, Math.floor((state.width - EDGE.left - EDGE.right) / TIME_WIDTH / 1.5))
    return Array.from({ length: count + 1 }, (_, index) => {
      const at = Math.round((index / count) * last())
      const anchor = index === 0 ? 'start' : index === count ? 'end' : 'middle'
      return draw('text', { class: 'tick', x: x(at), y: HEIGHT - 4, 'text-anchor': anchor }, shortTime(instantOf(at)))
    })
  }

  function moveTo(index) {
    state.cursor = index === null ? null : Math.min(last(), Math.max(0, index))
    if (state.lines.length > 0) showValues()
  }

  stage.addEventListener('pointermove', (event) => {
    const inside = event.clientX - stage.getBoundingClientRect().left - EDGE.left
    moveTo(Math.round((inside / (state.width - EDGE.left - EDGE.right)) * last()))
  })
  stage.addEventListener('pointerleave', () => moveTo(null))
  stage.addEventListener('blur', () => moveTo(null))
  const steps = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -30, PageUp: 30 }
  stage.addEventListener('keydown', (event) => {
    const now = state.cursor ?? last()
    const target = { Home: 0, End: last(), Escape: null }[event.key]
    if (target === undefined && steps[event.key] === undefined) return
    event.preventDefault()
    moveTo(target === undefined ? now + steps[event.key] : target)
  })
  new ResizeObserver(([entry]) => {
    const width = Math.round(entry.contentRect.width)
    if (width === state.width) return
    state.width = width
    redraw()
  }).observe(root)

  return {
    root,
    update(lines, range) {
      Object.assign(state, { lines, range })
      if (state.cursor !== null) state.cursor = Math.min(state.cursor, last())
      redraw()
    },
  }
}

const isCheck = (legend) => /^[a-z][a-z-]*:[a-zA-Z]+$/.test(legend)

const lineClass = (index) => `line line-${(index % STYLES) + 1}${index >= STYLES ? ' dashed' : ''}`

/** SVG path through the known points. Missing points leave gaps. A point between two gaps becomes a dot. */
function toPath(points, x, y) {
  return points
    .map((point, index) => {
      if (point === null) return ''
      const at = `${x(index).toFixed(1)} ${y(point).toFixed(1)}`
      return (points[index - 1] ?? null) === null ? `M${at}h.01` : `L${at}`
    })
    .join('')
}

const [MINUTE, HOUR, DAY] = [60, 3_600, 86_400]
/** Axis maxima for durations over a minute, in seconds. Half of each is round too. */
const DURATION_TOPS = [
  ...[2, 4, 10, 20, 60].map((minutes) => minutes * MINUTE),
  ...[2, 4, 8, 12, 24].map((hours) => hours * HOUR),
  ...[2, 4, 10, 20, 40, 100, 200, 400, 1_000].map((days) => days * DAY),
]

function niceTop(most, unit) {
  if (unit === 'yes_no') return 1
  if (unit === 'seconds' && most > MINUTE) return DURATION_TOPS.find((top) => top >= most) ?? most
  if (most <= 0) return unit === 'seconds' ? 0.001 : 1
  const power = 10 ** Math.floor(Math.log10(most))
  return ([1, 2, 4, 5, 10].find((step) => step * power >= most) ?? 10) * power
}
