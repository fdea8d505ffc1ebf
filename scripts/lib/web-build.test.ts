import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { budgets, checkWebSize, describeBudget, listScripts } from './web-build.mjs'

const chunk = (name: string, imports: readonly string[] = []) => ({ file: `assets/${name}-abc.js`, name, imports })

const app = {
  '_start.js': chunk('start', ['_request.js']),
  '_request.js': chunk('request'),
  '_vendor.js': chunk('vendor'),
  '_frame.js': chunk('frame', ['_vendor.js', '_request.js']),
  '_dashboard.js': chunk('dashboard', ['_frame.js']),
  '_screener.js': chunk('screener', ['_frame.js']),
  '_analysis.js': chunk('analysis', ['_frame.js', '_calculations.js']),
  '_portfolio.js': chunk('portfolio', ['_frame.js', '_calculations.js']),
  '_calculations.js': chunk('calculations'),
  '_coach.js': chunk('coach', ['_frame.js']),
  'src/features/settings/settings-page.tsx': chunk('settings-page', ['_frame.js']),
  'src/features/auth/login-page.tsx': chunk('login-page', ['_vendor.js']),
  'src/shared/price-chart/price-chart.tsx': chunk('price-chart', ['_frame.js', '_highcharts.js']),
  '_highcharts.js': chunk('highcharts'),
}
const landing = { 'index.html': chunk('index') }

const kb: Record<string, number> = {
  start: 8,
  request: 2,
  vendor: 120,
  frame: 40,
  dashboard: 20,
  screener: 80,
  analysis: 30,
  portfolio: 20,
  calculations: 50,
  coach: 20,
  'settings-page': 10,
  'login-page': 5,
  'price-chart': 4,
  highcharts: 179,
  index: 82,
}

let dist = ''
beforeEach(() => {
  dist = mkdtempSync(join(tmpdir(), 'callwright-dist-'))
  for (const folder of ['.vite', 'assets']) mkdirSync(join(dist, folder))
  writeFileSync(join(dist, '.vite/app.json'), JSON.stringify(app))
  writeFileSync(join(dist, '.vite/landing.json'), JSON.stringify(landing))
  for (const { name, file } of Object.values({ ...app, ...landing })) weigh(file, kb[name] ?? 0)
})
afterEach(() => rmSync(dist, { recursive: true }))

const weigh = (file: string, kilobytes: number) =>
  writeFileSync(join(dist, `${file}.gz`), Buffer.alloc(kilobytes * 1_000))

describe('a build', () => {
  test('reports the page closest to its budget if all are within their budgets', () => {
    expect(checkWebSize(dist)).toBe('closest to its budget: Screener: 250.0 of 250 kB')
  })

  test.each([
    ['assets/screener-abc.js', 81, '!! Screener: 251.0 of 250 kB, 1.0 over'],
    ['assets/analysis-abc.js', 66, '!! Analysis: 286.0 of 285 kB, 1.0 over'],
    ['assets/index-abc.js', 121, '!! Landing page: 121.0 of 120 kB, 1.0 over'],
    ['assets/highcharts-abc.js', 192, '!! Charts only: 196.0 of 195 kB, 1.0 over'],
  ])('with %s of %i kB fails and lists all pages with their sizes', (file, kilobytes, line) => {
    weigh(file, kilobytes)
    const check = () => checkWebSize(dist)
    expect(check).toThrow('First-load scripts exceed their budget (gzipped):')
    expect(check).toThrow(line)
    expect(check).toThrow('Dashboard: 190.0 of 250 kB')
  })

  test('fails if its chunk names are unknown', () => {
    writeFileSync(join(dist, '.vite/landing.json'), '{}')
    expect(() => checkWebSize(dist)).toThrow('The web build has no chunk index.html')
  })
})

test('counts shared scripts once', () => {
  expect([...listScripts(app, ['start', 'frame', 'dashboard'])].sort()).toEqual(
    ['dashboard', 'frame', 'request', 'start', 'vendor'].map((name) => `assets/${name}-abc.js`),
  )
})

test('rejects a name that two chunks have', () => {
  expect(() => listScripts({ ...app, '_portfolio-2.js': chunk('portfolio') }, ['portfolio'])).toThrow(
    'The web build has several chunks named portfolio: _portfolio.js, _portfolio-2.js',
  )
})

test('has the budgets of the product', () => {
  const most = Object.fromEntries(budgets.map(({ name, most }) => [name, most]))
  expect(most).toMatchObject({ 'Landing page': 120, Dashboard: 250, Screener: 250, 'Charts only': 195 })
  expect(describeBudget({ name: 'Dashboard', kb: 200, most: 250, isWithin: true })).toBe(
    '   Dashboard: 200.0 of 250 kB',
  )
})
