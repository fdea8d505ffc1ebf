import { figure, make, renderChanged, shortTime, time } from './dom.js'

const HEIGHT = 170
const HOUR_MS = 3_600_000

/** Figure with a Highcharts line chart, its latest values as text, and the values of each hour as a table. */
export function createChart({ signal, title, unit, lines }) {
  const plot = make('div', { class: 'plot', 'aria-hidden': 'true' })
  const legend = make('ul', { class: 'legend' })
  const table = make('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': `${title}: table` })
  const details = make('details', {}, make('summary', {}, 'Table'), table)
  const root = make('figure', { class: 'chart' }, make('figcaption', {}, title), plot, legend, details)
  let chart = null

  return {
    root,
    update(times, next) {
      // The service has no such resource.
      root.hidden = signal === 'Saturation' && next.every(({ points }) => points.every((point) => point === null))
      renderChanged(
        legend,
        next.map(({ points }) => points.at(-1)),
        () =>
          next.map(({ name, points }, index) =>
            make(
              'li',
              {},
              make('span', { class: `swatch line-${index}`, 'aria-hidden': 'true' }),
              make('span', { class: 'name' }, name),
              make('span', { class: 'value' }, figure(unit, points.at(-1))),
            ),
          ),
      )
      renderChanged(table, [times.at(-1), next.length], () => buildTable(title, unit, times, next))
      chart ??= globalThis.Highcharts.chart(plot, describeChart(unit, lines))
      next.forEach(({ points }, index) => {
        chart.series[index].setData(
          points.map((value, at) => [times[at], value]),
          false,
        )
      })
      chart.redraw(false)
    },
  }
}

function describeChart(unit, lines) {
  const format = ({ value }) => figure(unit, value)
  return {
    // Styled by page.css, because the content security policy allows no inline styles.
    chart: { styledMode: true, height: HEIGHT, animation: false, zooming: { type: 'x' }, spacing: [8, 0, 4, 0] },
    title: { text: undefined },
    credits: { enabled: false },
    legend: { enabled: false },
    accessibility: { enabled: false },
    time: { timezone: Intl.DateTimeFormat().resolvedOptions().timeZone },
    xAxis: { type: 'datetime', labels: { formatter: ({ value }) => shortTime(value) }, crosshair: true },
    yAxis: {
      title: { text: undefined },
      min: 0,
      softMax: unit === 'ratio' ? 0.01 : undefined,
      tickAmount: 3,
      labels: { formatter: format },
    },
    tooltip: {
      shared: true,
      outside: false,
      formatter() {
        const [first] = this.points
        const values = this.points.map(({ series, y }) => `${series.name}: ${figure(unit, y)}`)
        return [time(first.x), ...values].join('<br>')
      },
    },
    plotOptions: { series: { animation: false, marker: { radius: 1.5 }, connectNulls: false } },
    series: lines.map(({ name }) => ({ type: 'line', name, data: [] })),
  }
}

/** One row per hour with the hour's last values, newest first. */
function buildTable(title, unit, times, lines) {
  const rows = times
    .map((instant, index) => ({ instant, index }))
    .filter(({ instant, index }) => Math.floor(instant / HOUR_MS) !== Math.floor(times[index + 1] / HOUR_MS))
    .reverse()
  return make(
    'table',
    {},
    make('caption', { class: 'visually-hidden' }, title),
    make(
      'thead',
      {},
      make('tr', {}, ...['Time', ...lines.map(({ name }) => name)].map((head) => make('th', { scope: 'col' }, head))),
    ),
    make(
      'tbody',
      {},
      ...rows.map(({ instant, index }) =>
        make(
          'tr',
          {},
          make('th', { scope: 'row' }, time(instant)),
          ...lines.map(({ points }) => make('td', {}, figure(unit, points[index]))),
        ),
      ),
    ),
  )
}
