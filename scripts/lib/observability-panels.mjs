/** Data source provisioned in deploy/observability/grafana/provisioning. */
const datasource = { type: 'prometheus', uid: 'callwright-prometheus' }
const COLUMNS = 24

/** Path at which Grafana's container serves docs/runbook.md. */
export const RUNBOOK = '/public/docs/runbook.md'

export const link = (title, url) => ({ title, type: 'link', url, targetBlank: true, icon: 'doc' })

const unitOf = {
  seconds: 's',
  ratio: 'percentunit',
  bytes: 'bytes',
  per_second: 'cps',
  count: 'short',
  usd: 'currencyUSD',
  yes_no: 'none',
}
const upDown = { 0: ['down', 'red'], 1: ['up', 'green'] }

function mappingsOf(words) {
  const options = Object.entries(words).map(([level, [text, color]], index) => [level, { text, color, index }])
  return options.length === 0 ? [] : [{ type: 'value', options: Object.fromEntries(options) }]
}

const thresholdsOf = (steps) => ({
  mode: 'absolute',
  steps: steps.map(([color, from]) => ({ color, value: from })),
})

const toTargets = (targets, isInstant) =>
  targets.map(({ legend, expr }, index) => ({
    refId: `Q${index}`,
    datasource,
    expr,
    legendFormat: legend,
    instant: isInstant,
    range: !isInstant,
  }))

const describedBy = (description) => (description === undefined ? {} : { description })

/** Panel with the current value, or its text from `words`. `steps` are color thresholds. */
export function value({ title, unit, targets, words = {}, steps = [['text', null]], description, isWide = false }) {
  return {
    type: 'stat',
    title,
    ...describedBy(description),
    datasource,
    gridPos: { w: isWide ? COLUMNS : 6, h: isWide ? 8 : 4 },
    targets: toTargets(targets, true),
    fieldConfig: {
      defaults: {
        unit: unitOf[unit],
        noValue: 'unknown',
        mappings: mappingsOf(words),
        thresholds: thresholdsOf(steps),
      },
      overrides: [],
    },
    options: {
      reduceOptions: { calcs: ['lastNotNull'], fields: '', values: false },
      colorMode: 'value',
      graphMode: 'none',
      textMode: targets.length > 1 || isWide || targets[0].legend.includes('{{') ? 'value_and_name' : 'value',
      orientation: 'auto',
    },
  }
}

export function lines({ title, unit, targets, words = unit === 'yes_no' ? upDown : {}, description }) {
  const levels = Object.keys(words).map(Number)
  const range = levels.length > 1 ? { min: Math.min(...levels), max: Math.max(...levels) } : {}
  return {
    type: 'timeseries',
    title,
    ...describedBy(description),
    datasource,
    gridPos: { w: 8, h: 8 },
    targets: toTargets(targets, false),
    fieldConfig: {
      defaults: {
        unit: unitOf[unit],
        noValue: 'no data',
        mappings: mappingsOf(words),
        ...range,
        custom: { lineWidth: 1, spanNulls: false },
      },
      overrides: [],
    },
    options: {
      legend: { displayMode: 'list', placement: 'bottom', showLegend: true },
      tooltip: { mode: 'multi', sort: 'desc' },
    },
  }
}

/** Panel with the current series, one per row. */
export function table({ title, expr }) {
  const [target] = toTargets([{ legend: '', expr }], true)
  return {
    type: 'table',
    title,
    datasource,
    gridPos: { w: 16, h: 8 },
    targets: [{ ...target, format: 'table' }],
    fieldConfig: { defaults: { noValue: 'none' }, overrides: [] },
    transformations: [{ id: 'organize', options: { excludeByName: { Time: true, Value: true } } }],
    options: { showHeader: true },
  }
}

export function text({ title, content }) {
  return { type: 'text', title, gridPos: { w: COLUMNS, h: 14 }, options: { mode: 'markdown', content } }
}

/** Sorts panels by height, lowest first, so that rows have no gaps. */
const byHeight = (one, other) => one.gridPos.h - other.gridPos.h

/** Lays out blocks vertically, each with a heading and its panels from left to right. */
export function layOut(blocks) {
  const placed = []
  let top = 0
  const place = (panel, position) => placed.push({ id: placed.length + 1, ...panel, gridPos: position })
  for (const { title, panels } of blocks) {
    place({ type: 'row', title, collapsed: false, panels: [] }, { x: 0, y: top, w: COLUMNS, h: 1 })
    top += 1
    let [x, height] = [0, 0]
    for (const panel of panels.toSorted(byHeight)) {
      const { w, h } = panel.gridPos
      if (x + w > COLUMNS) {
        top += height
        ;[x, height] = [0, 0]
      }
      place(panel, { x, y: top, w, h })
      x += w
      height = Math.max(height, h)
    }
    top += height
  }
  return placed
}
