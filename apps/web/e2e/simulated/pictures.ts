import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContextOptions } from 'playwright-core'

const folder = join(import.meta.dirname, '../../src/features/landing/pictures')
const QUALITY = 80

/** These must match the image sizes that the landing page uses. */
const screens = [
  { name: 'desktop', viewport: { width: 1440, height: 776 }, deviceScaleFactor: 1 },
  { name: 'phone', viewport: { width: 390, height: 800 }, deviceScaleFactor: 1.5 },
] as const

const themes = ['light', 'dark'] as const

/** Takes screenshots of a simulated stock's analysis as WebP, which Chromium supports but the test library does not. */
export async function takeLandingPictures(
  browser: Browser,
  url: string,
  storageState: NonNullable<BrowserContextOptions['storageState']>,
): Promise<void> {
  mkdirSync(folder, { recursive: true })
  for (const { name, ...screen } of screens) {
    for (const theme of themes) {
      const context = await browser.newContext({ ...screen, colorScheme: theme, storageState })
      const page = await context.newPage()
      await page.goto(`${url}/analysis?symbol=NKE`)
      await page.getByRole('row').nth(5).waitFor()
      await page.locator('figure svg').first().waitFor()
      await page.locator('figure [aria-busy=true]').first().waitFor({ state: 'detached' })
      await page.waitForLoadState('load')
      await page.evaluate(() => document.fonts.ready)
      const session = await context.newCDPSession(page)
      const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY })
      writeFileSync(join(folder, `analysis-${name}-${theme}.webp`), Buffer.from(data, 'base64'))
      await context.close()
    }
  }
}
