import { createChart } from './charts.js'
import { badge, duration, figure, make, nameCheck, renderChanged, setText, since } from './dom.js'

const words = { pass: 'All systems operational', warn: 'Degraded', fail: 'Outage', unknown: 'Unknown' }

const link = (runbook) => make('a', { href: `/ops/runbook#${runbook.split('#')[1]}` }, 'Runbook')
const capitalize = (text) => text[0].toUpperCase() + text.slice(1)

const columns = [
  ['Rate', ({ red }) => figure('per_second', red.rps)],
  ['Errors', ({ red }) => figure('ratio', red.errorRatio)],
  ['p95', ({ red }) => duration(red.p95)],
  ['CPU', ({ saturation }) => figure('ratio', saturation.cpuRatio)],
  ['Memory', ({ saturation }) => figure('bytes', saturation.rssBytes)],
  ['Processes', ({ replicas }) => String(replicas)],
]

const section = (title, content) => make('section', {}, make('h2', {}, title), content)

/** Effect on users, since when, and the runbook section. */
function createSentence() {
  const text = make('span', {})
  const where = make('span', {})
  return {
    root: make('p', { class: 'sentence' }, text, ' ', where),
    update({ sentence, since: from, runbook, status }, now) {
      setText(text, status === 'unknown' ? sentence : `${sentence} ${capitalize(since(from, now))}.`)
      renderChanged(where, runbook, () => (runbook === null ? [] : link(runbook)))
    },
  }
}

const definitions = (className, entries) =>
  make('dl', { class: className }, ...entries.map(([title, value]) => make('div', {}, make('dt', {}, title), value)))

export function createOverview() {
  const verdict = make('div', { class: 'overall' })
  const rows = make('div', { class: 'services', role: 'list' })
  const built = new Map()
  return {
    root: make('div', {}, make('h1', {}, 'All services'), verdict, rows),
    update({ overall, services, generatedAt }) {
      renderChanged(verdict, [overall, services.map(({ status }) => status)], () => buildOverall(overall, services))
      for (const service of services) {
        const row = built.get(service.name) ?? createRow(service)
        if (!built.has(service.name)) rows.append(row.root)
        built.set(service.name, row)
        row.update(service, generatedAt)
      }
    },
    describe: ({ overall }) => words[overall],
  }
}

function buildOverall(overall, services) {
  const bad = services.filter(({ status }) => status === 'fail' || status === 'warn').map(({ title }) => title)
  const sentence = bad.length === 0 ? '' : `${bad.join(', ')} ${bad.length === 1 ? 'needs' : 'need'} attention.`
  return [badge(overall, words[overall]), make('p', {}, sentence)]
}

function createRow({ name, title }) {
  const status = make('span', { class: 'state' })
  const sentence = createSentence()
  const figures = columns.map(([head]) => [head, make('dd', {})])
  const heading = make('h2', {}, make('a', { href: `/ops/${name}` }, title))
  return {
    root: make(
      'div',
      { class: 'service', role: 'listitem' },
      ...[heading, status, sentence.root, definitions('figures', figures)],
    ),
    update(service, now) {
      renderChanged(status, service.verdict, () => badge(service.status, service.verdict.word))
      sentence.update(service.verdict, now)
      columns.forEach(([, read], index) => {
        setText(figures[index][1], read(service))
      })
    },
  }
}

export function createServiceView(name) {
  const title = make('h1', {})
  const status = make('span', { class: 'state' })
  const sentence = createSentence()
  const problems = make('ul', { class: 'problems' })
  const facts = make('div', {})
  const processes = make('ul', { class: 'chips' })
  const dependencies = make('ul', { class: 'chips' })
  const charts = make('div', {})
  let drawn = []
  return {
    name,
    root: make(
      'div',
      {},
      make('p', {}, make('a', { href: '/ops' }, 'All services')),
      make('div', { class: 'heading' }, title, status),
      ...[sentence.root, problems, facts],
      ...[section('Processes', processes), section('Dependencies', dependencies), charts],
    ),
    update({ services, generatedAt: now }) {
      const service = services.find((candidate) => candidate.name === name)
      setText(title, service.title)
      renderChanged(status, service.verdict, () => badge(service.status, service.verdict.word))
      sentence.update(service.verdict, now)
      renderChanged(problems, [service.problems.slice(1), now], () =>
        service.problems.slice(1).map((problem) => buildProblem(problem, now)),
      )
      renderFacts(facts, service)
      renderChips(processes, service.processes, now, ({ id, isUp }) => [isUp, isUp ? 'Up' : 'Not responding', id, ''])
      renderChips(dependencies, service.dependencies, now, (dependency) => {
        const isUp = dependency.status === 'pass'
        return [isUp, isUp ? 'Up' : 'Down', nameCheck(dependency.name), `${duration(dependency.latencySeconds)}, `]
      })
    },
    draw({ times, charts: next }) {
      if (drawn.length === 0) {
        drawn = next.map(createChart)
        const figuresOf = (isSaturation) =>
          drawn
            .filter((_chart, index) => (next[index].signal === 'Saturation') === isSaturation)
            .map(({ root }) => root)
        charts.replaceChildren(
          section('Rate, errors, latency', make('div', { class: 'panels' }, ...figuresOf(false))),
          section('Saturation', make('div', { class: 'panels' }, ...figuresOf(true))),
        )
      }
      next.forEach(({ lines }, index) => {
        drawn[index].update(times, lines)
      })
    },
    describe({ services }) {
      const { title: text, verdict } = services.find((service) => service.name === name)
      return `${text}: ${verdict.word}`
    },
  }
}

function buildProblem({ status, word, sentence, since: from, runbook }, now) {
  return make(
    'li',
    {},
    ...[
      badge(status, word),
      make('span', {}, sentence),
      make('span', { class: 'from' }, since(from, now)),
      link(runbook),
    ],
  )
}

function renderFacts(element, { red, saturation, version, uptimeSeconds, replicas }) {
  const facts = [
    ['Version', version ?? '—'],
    ['Processes', String(replicas)],
    ['Latest start', uptimeSeconds === null ? '—' : `${duration(uptimeSeconds)} ago`],
    ['Rate', figure('per_second', red.rps)],
    ['Errors', figure('ratio', red.errorRatio)],
    ['p50, p95, p99', [red.p50, red.p95, red.p99].map(duration).join(', ')],
    ['CPU (of one core)', figure('ratio', saturation.cpuRatio)],
    ['Memory', figure('bytes', saturation.rssBytes)],
  ]
  renderChanged(element, facts, () =>
    definitions(
      'figures wide',
      facts.map(([title, value]) => [title, make('dd', {}, value)]),
    ),
  )
}

function renderChips(element, items, now, describe) {
  renderChanged(element, [items, now], () => {
    if (items.length === 0) return make('li', { class: 'empty' }, 'None known.')
    return items.map((item) => {
      const [isUp, word, name, detail] = describe(item)
      const from = make('span', { class: 'from' }, `${detail}${since(item.since, now)}`)
      return make('li', {}, badge(isUp ? 'pass' : 'fail', word), make('span', {}, name), from)
    })
  })
}

/** Shows docs/runbook.md, of which it understands headings, paragraphs, lists, bold text, code and links. */
export function buildRunbook(markdown) {
  const article = make('article', { class: 'runbook' }, make('p', {}, make('a', { href: '/ops' }, 'All services')))
  for (const block of markdown.split(/\n\n|\n(?=- )/)) {
    const [, marks = '', text = ''] =
      /^(#+ |- )?(.*)$/.exec(
        block
          .split('\n')
          .map((line) => line.trim())
          .join(' ')
          .trim(),
      ) ?? []
    if (marks === '# ') article.append(make('h1', {}, text))
    else if (marks === '## ') article.append(make('h2', { id: text }, text))
    else if (marks === '') article.append(make('p', {}, ...buildInline(text)))
    else {
      if (article.lastChild.tagName !== 'UL') article.append(make('ul', {}))
      article.lastChild.append(make('li', {}, ...buildInline(text)))
    }
  }
  return article
}

function buildInline(text) {
  return text.split(/(\*\*[^*]{1,300}\*\*|`[^`]{1,300}`|\[[^\]]{1,300}\]\([^)]{1,300}\))/).map((part) => {
    const [, label, target] = /^\[(.+)\]\((.+)\)$/.exec(part) ?? []
    if (part.startsWith('**')) return make('strong', {}, ...buildInline(part.slice(2, -2)))
    if (part.startsWith('`')) return make('code', {}, part.slice(1, -1))
    if (label === undefined) return part
    // Other documents are not served here.
    return target.startsWith('#') ? make('a', { href: target }, ...buildInline(label)) : `${label} (docs/${target})`
  })
}
