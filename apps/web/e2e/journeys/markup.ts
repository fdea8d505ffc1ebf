import { describe, expect, test } from '@jest/globals'
import type { Page } from 'playwright-core'
import { listForeign, payloads } from '../../src/testing/markup.ts'
import { expectSoon } from '../harness/look.ts'
import type { Site } from '../harness/site.ts'
import { buildTerms, openWithPositions } from '../parts/positions.ts'

/** Response fields whose text may come from outside. */
const names = [
  'company_name',
  'full_name',
  'username',
  'ticker',
  'notes',
  'name',
  'sector',
  'detail',
  'text',
  'response',
]

/** Returns a function that fills every such field in a response with the next payload. */
function createPoisoner() {
  let next = 0
  const poison = (value: unknown, key = ''): unknown => {
    if (Array.isArray(value)) return value.map((entry) => poison(entry))
    if (value !== null && typeof value === 'object') {
      return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, poison(part, name)]))
    }
    if (typeof value !== 'string' || !names.includes(key)) return value
    next += 1
    return payloads[next % payloads.length]
  }
  return poison
}

/** Records anything that text must never cause: scripts that run, requests, and elements in the document. */
async function watch(page: Page, url: string) {
  const tried: string[] = []
  page.on('dialog', async (dialog) => {
    tried.push(`a dialog: ${dialog.message()}`)
    await dialog.dismiss()
  })
  page.on('request', (request) => {
    const asked = new URL(request.url())
    if (asked.origin !== new URL(url).origin || asked.pathname === '/x') tried.push(`a request: ${request.url()}`)
  })
  await page.exposeFunction('noteViolation', (text: string) => tried.push(`against the policy: ${text}`))
  await page.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      const { noteViolation } = globalThis as unknown as { noteViolation: (text: string) => void }
      noteViolation(`${violatedDirective} ${blockedURI}`)
    }),
  )
  return async () => [...tried, ...(await page.evaluate(listForeign))]
}

export function testMarkup(site: Site): void {
  describe('markup in texts (S19)', () => {
    test("is shown as text on every page, in the chart and in the server's errors", async () => {
      const page = await openWithPositions(site, [buildTerms()])
      const readTried = await watch(page, site.url())
      const poison = createPoisoner()
      await page.route('**/api/{auth,phase1,stocks,portfolio}/**', async (route) => {
        if (route.request().headers().accept?.includes('event-stream')) return route.continue()
        const response = await route.fetch()
        const isJson = response.headers()['content-type']?.startsWith('application/json')
        await route.fulfill(isJson ? { response, json: poison(await response.json()) } : { response })
      })
      await page.route('**/api/ai-coach/chat', async (route) => {
        const response = await route.fetch()
        const events = await response.text()
        const body = events.replaceAll(
          /^data: (.*)$/gm,
          (_line, json) => `data: ${JSON.stringify(poison(JSON.parse(json)))}`,
        )
        await route.fulfill({ response, body })
      })
      const visit = async (address: string, sign: (page: Page) => Promise<unknown>) => {
        await page.goto(`${site.url()}${address}`)
        await sign(page)
        expect({ address, tried: await readTried() }).toEqual({ address, tried: [] })
      }
      const textOf = (from: Page) => from.locator('body').textContent()
      const showsPayloads = (from: Page) =>
        expectSoon(async () => {
          const text = await textOf(from)
          return payloads.some((payload) => text?.includes(payload))
        }, true)

      await visit('/screening', showsPayloads)
      await visit('/analysis?symbol=BRMZ', async (from) => {
        await showsPayloads(from)
        const chart = from.getByRole('region', { name: 'Price chart' })
        await chart.locator('svg').first().waitFor()
        await chart.hover()
      })
      await visit(`/analysis?symbol=${encodeURIComponent(payloads.join(' '))}`, (from) =>
        from.getByRole('heading', { level: 1 }).waitFor(),
      )
      await visit('/portfolio', showsPayloads)
      await visit('/dashboard', showsPayloads)
      await visit('/settings', showsPayloads)
      const question = payloads.join(' ').slice(0, 1_900)
      await visit(`/ai-coach?prompt=${encodeURIComponent(question)}`, (from) => from.getByText(question).waitFor())
      await visit('/ai-coach?prompt=What+is+BRMZ%3F', showsPayloads)
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      await page.route('**/views/stock-screener?*', (route) =>
        route.fulfill({
          status: 503,
          contentType: 'application/problem+json',
          body: JSON.stringify({
            type: 'about:blank',
            title: 'Away',
            status: 503,
            code: 'away',
            detail: payloads.join(' '),
          }),
        }),
      )
      await visit('/screening', showsPayloads)

      // Inserts real markup, to prove that the check would detect it.
      await page.evaluate(() => document.body.insertAdjacentHTML('beforeend', '<img src=x onerror=alert(1)>'))
      await expectSoon(async () => {
        const tried = (await readTried()).join('\n')
        return ['a request', 'against the policy', '<img'].filter((sign) => !tried.includes(sign))
      }, [])
    })
  })
}
