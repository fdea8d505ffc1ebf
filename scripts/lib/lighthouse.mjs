import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { fillRegistration } from './bench-browser.mjs'
import { findChromium } from './chromium.mjs'

/**
 * Lighthouse is not a dependency: it is half as large as all dependencies together, and only this benchmark uses it.
 */
const PACKAGE = 'lighthouse@13.5.0'

/** Pages with an event stream never reach network idle. */
const LOAD_MS = 12_000

export const categories = ['performance', 'accessibility', 'best-practices', 'seo']

/**
 * Opens Lighthouse with a browser that stays signed in: { signUp, run, close }. Clears the cache before each page and
 * keeps cookies and storage.
 */
export async function openLighthouse() {
  const executablePath = findChromium()
  if (executablePath === null) throw new Error('No Chromium found: install one or set CHROMIUM_PATH')
  const folder = mkdtempSync(join(tmpdir(), 'callwright-lighthouse-'))
  const port = await findFreePort()
  const context = await chromium.launchPersistentContext(join(folder, 'profile'), {
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', `--remote-debugging-port=${port}`],
  })
  return {
    async signUp(url) {
      const page = await context.newPage()
      await fillRegistration(page, url, `bench-${randomBytes(4).toString('hex')}`)
      await page.close()
    },
    async run(address) {
      const file = join(folder, 'report.json')
      const options = [
        `--port=${port}`,
        '--quiet',
        `--max-wait-for-load=${LOAD_MS}`,
        '--output=json',
        `--output-path=${file}`,
      ]
      const call = [address, ...options, `--only-categories=${categories.join(',')}`]
      // The browser occasionally loses a trace, and Lighthouse recommends a retry.
      await runTool(call).catch(() => runTool(call))
      return readReport(JSON.parse(readFileSync(file, 'utf8')))
    },
    async close() {
      await context.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function readReport({ categories: results, audits, runtimeError }) {
  if (runtimeError) throw new Error(`Lighthouse could not load the page: ${runtimeError.message}`)
  const weighted = Object.values(results).flatMap(({ auditRefs }) => auditRefs.filter(({ weight }) => weight > 0))
  const failed = weighted.map(({ id }) => audits[id]).filter(({ score }) => score !== null && score < 0.9)
  return {
    scores: Object.fromEntries(categories.map((category) => [category, Math.round(results[category].score * 100)])),
    failed: failed.map(({ id }) => id),
    metrics: {
      firstPaint: audits['first-contentful-paint'].numericValue,
      largestPaint: audits['largest-contentful-paint'].numericValue,
      blocked: audits['total-blocking-time'].numericValue,
      shift: audits['cumulative-layout-shift'].numericValue,
    },
  }
}

function runTool(args) {
  const child = spawn('npm', ['exec', '--yes', `--package=${PACKAGE}`, '--', 'lighthouse', ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let output = ''
  child.stderr.setEncoding('utf8').on('data', (text) => {
    output = (output + text).slice(-4_000)
  })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`${PACKAGE} ended with ${code}:\n${output}`)),
    )
  })
}

function findFreePort() {
  const server = createServer()
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })
}
