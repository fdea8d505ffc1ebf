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
  dispatchEvent(event: unknown): boolean
}
interface View {
  readonly root: Node
  update(data: unknown): void
}
interface Pages {
  readonly createOverview: () => View
  readonly createServiceView: (name: string, onRange: () => void) => View
}
interface Browser {
  ResizeObserver: unknown
  readonly Event: new (type: string, init: object) => object
}

const browser = globalThis as unknown as Browser
const widths: ((width: number) => void)[] = []

async function openPages(): Promise<Pages> {
  browser.ResizeObserver = class {
    constructor(react: (entries: object[]) => void) {
      widths.push((width) => react([{ contentRect: { width } }]))
    }
    observe(): void {}
  }
  const modules = ['./page/overview.js', './page/service-view.js']
  const [overview, service] = await Promise.all(modules.map((file) => import(file)))
  return { ...overview, ...service } as Pages
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

function press(target: Node, key: string): void {
  target.dispatchEvent(Object.assign(new browser.Event('keydown', { bubbles: true, cancelable: true }), { key }))
}

/** Every metric label contains markup. */
async function openHostileStack() {
  const stack = createFakeStack({ workers: 1 })
  const auth = stack.process('auth')
  const escaped = MARKUP.replaceAll('"', '\\"')
  auth.gauge(`app_build_info{version="${escaped}",commit="${escaped}"}`, 1)
  auth.gauge(`dependency_up{dependency="${escaped}"}`, 0)
  await stack.run(10_000)
  auth.gauge(`auth_login_attempts_total{outcome="${escaped}"}`, 5)
  await stack.run(20_000, (process) => {
    if (process.id === 'auth') process.count('requests', { ok: 3 }, escaped)
  })
  return stack
}

let pages: Pages
beforeAll(async () => {
  pages = await openPages()
})

describe('metric labels are text on the page (S19)', () => {
  test.each(['overview', 'service'])('%s', async (name) => {
    const stack = await openHostileStack()
    const view = name === 'overview' ? pages.createOverview() : pages.createServiceView('auth', () => undefined)
    view.update(name === 'overview' ? stack.summarize() : stack.detail('auth', '1h'))
    for (const setWidth of widths.splice(0)) setWidth(400)
    expect(view.root.textContent).toContain(MARKUP)
    expect([...view.root.querySelectorAll('img, script, iframe, object, [onerror], [style]')]).toEqual([])
  })
})

describe('the overview', () => {
  test('shows the status of every service, and lists alerts for outages first', async () => {
    const stack = createFakeStack({ workers: 1 })
    await stack.run(20_000)
    const view = pages.createOverview()
    view.update(stack.summarize())
    expect(find(view.root, '.overall').textContent).toBe('All systems operational')
    stack.process('portfolio').isUp = false
    await stack.run(40_000)
    view.update(stack.summarize())
    expect(find(view.root, '.overall').textContent).toBe('OutagePortfolio needs attention.')
    const rows = [...view.root.querySelectorAll('.service')].map((row) => find(row, '.state').textContent)
    expect(rows).toEqual([...Array.from({ length: 5 }, () => 'Operational'), 'Down', 'Operational'])
    expect(find(view.root, '.alerts').textContent).toMatch(/^PagePortfolio: PortfolioDown/)
    expect(find(view.root, '.alerts code').textContent).toBe('docs/runbook.md#service-down')
  })

  test('shows an unknown value as a dash, never 0', async () => {
    const stack = createFakeStack()
    await stack.run(10_000)
    const view = pages.createOverview()
    view.update(stack.summarize())
    const figures = [...find(view.root, '.service').querySelectorAll('dd')].map((figure) => figure.textContent)
    expect(figures).toEqual(['—', '—', '—', '—', '—', '1'])
  })
})

describe('a chart', () => {
  test('moves its cursor with the arrow keys, and shows current values without a cursor', async () => {
    const stack = createFakeStack()
    await stack.run(30_000)
    stack.process('auth').gauge('process_resident_memory_bytes', 90_000_000)
    await stack.run(10_000)
    const view = pages.createServiceView('auth', () => undefined)
    view.update(stack.detail('auth', '1h'))
    for (const setWidth of widths.splice(0)) setWidth(400)
    const chart = findChart(view, 'Memory')
    const stage = find(chart, '[role=slider]')
    const value = () => find(chart, '.value').textContent
    expect(value()).toBe('90 MB')
    press(stage, 'ArrowLeft')
    press(stage, 'ArrowLeft')
    expect(value()).toBe('80 MB')
    expect(stage.getAttribute('aria-valuetext')).toMatch(/^\d\d:\d\d:\d\d: resident 80 MB/)
    press(stage, 'Home')
    expect([stage.getAttribute('aria-valuenow'), value()]).toEqual(['0', '—'])
    press(stage, 'Escape')
    expect(value()).toBe('90 MB')
  })

  test.each([
    [100, ['0 ms', '60 s', '2 min']],
    [2_400, ['0 ms', '30 min', '60 min']],
    [12_600, ['0 ms', '2 h', '4 h']],
    [200_000, ['0 ms', '2 d', '4 d']],
  ])('with %d seconds has ticks in whole units', async (seconds, marks) => {
    const stack = createFakeStack()
    await stack.run(30_000)
    stack.process('market-data').gauge('provider_data_age_seconds{dataset="bars"}', seconds)
    await stack.run(10_000)
    const view = pages.createServiceView('market-data', () => undefined)
    view.update(stack.detail('market-data', '1h'))
    for (const setWidth of widths.splice(0)) setWidth(400)
    const ticks = [...findChart(view, 'Age of data').querySelectorAll('.tick')].map(({ textContent }) => textContent)
    expect(ticks.slice(0, 3)).toEqual(marks)
  })

  test('shows a message if there is no data', async () => {
    const stack = createFakeStack()
    await stack.run(10_000)
    const view = pages.createServiceView('auth', () => undefined)
    view.update(stack.detail('auth', '1h'))
    const titles = [...view.root.querySelectorAll('.chart')].filter(
      (chart) => find(chart, '.empty').getAttribute('hidden') === null,
    )
    expect(titles.map((chart) => find(chart, 'figcaption').textContent)).toContain('Sign-ins by outcome')
  })
})
