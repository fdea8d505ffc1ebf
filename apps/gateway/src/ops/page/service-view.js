import { createChart } from './charts.js'
import { badge, make, renderChanged, setText } from './elements.js'
import { burn, duration, figure, nameCheck, percent, since } from './format.js'
import { budget, describeVerdict, renderAlerts } from './overview.js'

const ranges = ['1h', '6h', '24h']
/** Panels without a chart. Text at the top shows their values. */
const shownAsText = ['processes', 'ready', 'version', 'uptime']

export function createServiceView(name, onRange) {
  const title = make('h1', {})
  const status = make('span', { class: 'state' })
  const sentence = make('p', { class: 'sentence' })
  const facts = make('dl', { class: 'figures wide' })
  const objectiveTable = make('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': 'SLOs' })
  const processes = make('div', {})
  const dependencies = make('div', {})
  const alerts = make('div', {})
  const blocks = make('div', {})
  const charts = new Map()
  let range = '1h'

  const buttons = ranges.map((value) => {
    const button = make('button', { type: 'button', class: 'button', 'aria-pressed': String(value === range) }, value)
    button.addEventListener('click', () => {
      range = value
      for (const other of buttons) other.setAttribute('aria-pressed', String(other === button))
      onRange()
    })
    return button
  })
  const root = make(
    'div',
    { class: 'detail' },
    make('p', {}, make('a', { href: '/ops' }, 'All services')),
    make(
      'div',
      { class: 'heading' },
      title,
      status,
      make('div', { class: 'ranges', role: 'group', 'aria-label': 'Time range' }, ...buttons),
    ),
    sentence,
    facts,
    objectiveTable,
    processes,
    blocks,
  )

  function buildBlocks(detail) {
    blocks.replaceChildren(
      ...detail.blocks.map((block) => {
        const drawn = block.panels.filter(({ id }) => !shownAsText.includes(id))
        const made = drawn.map((panel) => {
          const chart = createChart(panel)
          charts.set(panel.id, chart)
          return chart.root
        })
        const content = { dependencies, alerts }[block.id]
        return make(
          'section',
          { 'aria-labelledby': `block-${block.id}` },
          make('h2', { id: `block-${block.id}` }, block.title),
          content ?? null,
          make('div', { class: 'panels' }, ...made),
        )
      }),
    )
  }

  return {
    root,
    path: () => `/ops/api/services/${name}?range=${range}`,
    update(detail) {
      setText(title, detail.title)
      renderChanged(status, [detail.status, detail.verdict.word], () => badge(detail.status, detail.verdict.word))
      setText(sentence, describeVerdict(detail.verdict, detail.generatedAt))
      renderFacts(facts, detail)
      renderChanged(objectiveTable, [detail.objectives, detail.history.sinceRestart], () => buildObjectives(detail))
      renderChanged(processes, [detail.processes, detail.generatedAt], () => buildProcesses(detail))
      renderChanged(dependencies, [detail.dependencies, detail.generatedAt], () => buildDependencies(detail))
      renderAlerts(alerts, [detail], detail.generatedAt)
      if (charts.size === 0) buildBlocks(detail)
      const shown = cutUnknown(detail)
      for (const panel of detail.blocks.flatMap(({ panels }) => panels)) {
        const lines = panel.lines.map((line) => ({ ...line, points: line.points.slice(shown.skipped) }))
        charts.get(panel.id)?.update(lines, shown.range)
      }
    },
    describe: (detail) => `${detail.title}: ${detail.verdict.word}`,
  }
}

function renderFacts(element, { red, saturation, version, uptimeSeconds, replicas }) {
  const facts = [
    ['Version', version ?? '—'],
    ['Processes', String(replicas)],
    ['Latest start', uptimeSeconds === null ? '—' : `${duration(uptimeSeconds)} ago`],
    ['Rate', figure('per_second', red.rps)],
    ['Errors', percent(red.errorRatio)],
    ['p50, p95, p99', [red.p50, red.p95, red.p99].map(duration).join(', ')],
    ['CPU (of one core)', percent(saturation.cpuRatio)],
    ['Memory', figure('bytes', saturation.rssBytes)],
  ]
  renderChanged(element, facts, () =>
    facts.map(([name, value]) => make('div', {}, make('dt', {}, name), make('dd', {}, value))),
  )
}

function buildObjectives({ objectives, history }) {
  const heads = ['SLO', 'Target', 'Actual', 'Budget left', 'Burn 5 min', 'Burn 1 h', 'Burn 6 h']
  const rows = objectives.map((objective) => [
    objective.title,
    percent(objective.objective),
    percent(objective.sli),
    budget(objective.budgetRemainingRatio),
    ...Object.values(objective.burn).map(burn),
  ])
  const over = history.sinceRestart
    ? `since the gateway started, ${since(history.since, Date.now()).replace('since ', '')}`
    : 'over 24 hours'
  return make(
    'table',
    {},
    make('caption', {}, `SLOs ${over}. A burn rate of 1× uses up exactly the error budget.`),
    make('thead', {}, make('tr', {}, ...heads.map((head) => make('th', { scope: 'col' }, head)))),
    make(
      'tbody',
      {},
      ...rows.map(([first, ...cells]) =>
        make('tr', {}, make('th', { scope: 'row' }, first), ...cells.map((cell) => make('td', {}, cell))),
      ),
    ),
  )
}

function buildProcesses({ processes, generatedAt }) {
  if (processes.length === 0) return make('p', { class: 'empty' }, 'No known processes.')
  return make(
    'ul',
    { class: 'chips' },
    ...processes.map(({ id, isUp, since: from }) =>
      make(
        'li',
        {},
        badge(isUp ? 'pass' : 'fail', isUp ? 'Up' : 'Not responding'),
        make('span', {}, id),
        make('span', { class: 'from' }, since(from, generatedAt)),
      ),
    ),
  )
}

function buildDependencies({ dependencies, generatedAt }) {
  if (dependencies.length === 0) return make('p', { class: 'empty' }, 'No known dependencies.')
  return make(
    'ul',
    { class: 'chips' },
    ...dependencies.map(({ name, status, latencySeconds, since: from }) =>
      make(
        'li',
        {},
        badge(status, status === 'pass' ? 'Up' : 'Down'),
        make('span', {}, nameCheck(name)),
        make('span', { class: 'from' }, `${duration(latencySeconds)}, ${since(from, generatedAt)}`),
      ),
    ),
  )
}

/** Hides the part of the range before the history began, but always shows at least a sixth of the range. */
function cutUnknown({ range, history }) {
  const points = Math.round((new Date(range.to) - new Date(range.from)) / 1_000 / range.stepSeconds)
  const unknown = Math.floor((new Date(history.since) - new Date(range.from)) / 1_000 / range.stepSeconds)
  const skipped = Math.max(0, Math.min(unknown, Math.floor((points * 5) / 6)))
  const from = new Date(new Date(range.from).getTime() + skipped * range.stepSeconds * 1_000).toISOString()
  return { skipped, range: { ...range, from } }
}
