/** @jest-environment jsdom */
import { beforeAll, describe, expect, test } from '@jest/globals'
import { createFakeStack } from '../../test/fake-stack.ts'

const MARKUP = '<img src=x onerror=alert(1)>'

interface Node {
  readonly textContent: string
  readonly tagName: string
  querySelector(selector: string): Node | null
  querySelectorAll(selector: string): Iterable<Node>
  getAttribute(name: string): string | null
}
interface View {
  readonly root: Node
  update(data: unknown): void
  draw(data: unknown): void
}
interface Pages {
  readonly createOverview: () => View
  readonly createServiceView: (name: string) => View
  readonly buildRunbook: (markdown: string) => Node
}
interface Drawing {
  readonly names: readonly string[]
  readonly data: unknown[]
}

/** Charts that the page drew, by the figure's title. */
const drawings: Drawing[] = []

/** Records what Highcharts would draw, because Highcharts needs a layout. */
const highcharts = {
  chart(_plot: unknown, { series }: { readonly series: readonly { readonly name: string }[] }) {
    const drawing: Drawing = { names: series.map(({ name }) => name), data: [] }
    drawings.push(drawing)
    const lines = series.map((_one, index) => ({
      setData(points: unknown) {
        drawing.data[index] = points
      },
    }))
    return { series: lines, redraw() {} }
  },
}

function find(within: Node, selector: string): Node {
  const found = within.querySelector(selector)
  if (found === null) throw new Error(`Nothing matches ${selector}`)
  return found
}

function findChart(view: View, title: string): Node {
  const charts = [...view.root.querySelectorAll('.chart')]
  const chart = charts.find((candidate) => find(candidate, 'figcaption').textContent === title)
  if (chart === undefined) throw new Error(`No chart with the title ${title}`)
  return chart
}

/** Every metric label contains markup. */
async function openHostileStack() {
  const stack = createFakeStack({ workers: 1 })
  const auth = stack.process('auth')
  const escaped = MARKUP.replaceAll('"', '\\"')
  auth.gauge(`app_build_info{version="${escaped}",commit="${escaped}"}`, 1)
  auth.gauge(`dependency_up{dependency="${escaped}"}`, 0)
  await stack.run(10_000)
  await stack.run(20_000, (process) => {
    if (process.id === 'auth') process.count('requests', { ok: 3 }, escaped)
  })
  return stack
}

let pages: Pages
beforeAll(async () => {
  Object.assign(globalThis, { Highcharts: highcharts })
  const file = './page/views.js'
  pages = (await import(file)) as Pages
})

describe('metric labels are text on the page (S19)', () => {
  test.each(['overview', 'service'])('%s', async (name) => {
    const stack = await openHostileStack()
    const view = name === 'overview' ? pages.createOverview() : pages.createServiceView('auth')
    view.update(stack.summarize())
    if (name === 'service') view.draw(stack.charts('auth'))
    expect(view.root.textContent).toContain(MARKUP)
    expect([...view.root.querySelectorAll('img, script, iframe, object, [onerror], [style]')]).toEqual([])
  })
})

describe('the overview', () => {
  test('shows the state of every service, with its effect, its start and a link to the runbook', async () => {
    const stack = createFakeStack({ workers: 1 })
    await stack.run(20_000)
    const view = pages.createOverview()
    view.update(stack.summarize())
    expect(find(view.root, '.overall').textContent).toBe('All systems operational')
    stack.process('portfolio').isUp = false
    await stack.run(40_000)
    view.update(stack.summarize())
    expect(find(view.root, '.overall').textContent).toBe('OutagePortfolio needs attention.')
    const rows = [...view.root.querySelectorAll('.service')]
    expect(rows.map((row) => find(row, '.state').textContent)).toEqual([
      ...Array.from({ length: 5 }, () => 'Operational'),
      ...['Down', 'Operational'],
    ])
    const portfolio = rows[5]
    if (portfolio === undefined) throw new Error('No row for portfolio')
    expect(find(portfolio, '.sentence').textContent).toMatch(
      /^Positions cannot be viewed or saved\. Since Jul 10, \d\d:00:30 \S+ \(30 s\)\. Runbook$/,
    )
    expect(find(portfolio, '.sentence a').getAttribute('href')).toBe('/ops/runbook#service-down')
  })

  test('shows an unknown value as a dash, never 0', async () => {
    const stack = createFakeStack()
    await stack.run(10_000)
    const view = pages.createOverview()
    view.update(stack.summarize())
    const figures = [...find(view.root, '.service').querySelectorAll('dd')].map((value) => value.textContent)
    expect(figures).toEqual(['—', '—', '—', '—', '80 MB', '1'])
  })
})

describe('the page of a service', () => {
  test('draws each chart once, with its latest values and a table of hours as text', async () => {
    const stack = createFakeStack()
    await stack.run(60_000, (process) => process.count('requests', { ok: 20 }))
    stack.skip(3_600_000)
    stack.process('auth').gauge('process_resident_memory_bytes', 90_000_000)
    await stack.run(10_000)
    drawings.length = 0
    const view = pages.createServiceView('auth')
    view.update(stack.summarize())
    view.draw(stack.charts('auth'))
    view.draw(stack.charts('auth'))
    const memory = findChart(view, 'Memory')
    expect(find(memory, '.value').textContent).toBe('90 MB')
    expect([...memory.querySelectorAll('td')].map((cell) => cell.textContent)).toEqual(['90 MB', '80 MB'])
    expect(drawings).toHaveLength(8)
    expect(drawings[2]?.names).toEqual(['p50', 'p95', 'p99'])
    expect(drawings[5]?.data[0]).toEqual([
      [expect.any(Number), 80_000_000],
      [stack.now(), 90_000_000],
    ])
  })

  test('lists all problems, worst first', async () => {
    const stack = createFakeStack()
    await stack.run(10_000)
    stack.process('auth').gauge('process_ready', 0)
    stack.process('auth').gauge('dependency_up{dependency="postgres:responseTime"}', 0)
    await stack.run(10_000)
    const view = pages.createServiceView('auth')
    view.update(stack.summarize())
    expect(find(view.root, '.state').textContent).toBe('Not ready')
    expect(find(view.root, '.problems').textContent).toMatch(/^DegradedRunning without postgres/)
    expect(find(view.root, '.problems a').getAttribute('href')).toBe('/ops/runbook#dependency-down')
  })
})

test('the runbook has a section to link to, lists and inline marks', () => {
  const runbook = pages.buildRunbook(
    '# Book\n\n## service-down\n\nText `code`\nmore.\n\n- **Do**: see [one](#one).\n- Two\n  lines',
  )
  expect(find(runbook, 'h2#service-down').textContent).toBe('service-down')
  expect([...runbook.querySelectorAll('li')].map(({ textContent }) => textContent)).toEqual([
    'Do: see one.',
    'Two lines',
  ])
  expect(find(runbook, 'li a').getAttribute('href')).toBe('#one')
  expect(find(runbook, 'code').textContent).toBe('code')
})
