/**
 * `node scripts/icons.mjs` draws the icons of the installed app from the logo in `apps/web/public/favicon.svg`. Run it
 * after changing the logo.
 */
import { mkdirSync, readFileSync } from 'node:fs'
import { chromium } from 'playwright-core'
import { findTestChromium } from './lib/programs.mjs'
import { inRoot } from './lib/tool.mjs'

const publicDir = inRoot('apps', 'web', 'public')
const logo = readFileSync(`${publicDir}/favicon.svg`, 'utf8')
/** The logo's lines; its background is left out. */
const mark = /<g [\s\S]*<\/g>/.exec(logo)[0]

const GROUND = '#fdfdfc'
const colors = '.rise { stroke: #16171a } .strike { stroke: #5a3ecf } .dot { fill: #5a3ecf }'
/** Android masks a badge and gives it a color of its own. */
const white = '.rise, .strike { stroke: #fff } .dot { fill: #fff }'
const rounded = `<rect width="32" height="32" rx="6" fill="${GROUND}" />`
/** A maskable icon fills its square; only the inner circle, 80% of the width, is sure to be visible. */
const full = `<rect width="32" height="32" fill="${GROUND}" />`
const shrunk = `<g transform="translate(4.8 4.8) scale(0.7)">${mark}</g>`

const icons = [
  { name: 'icon-192', size: 192, style: colors, content: rounded + mark },
  { name: 'icon-512', size: 512, style: colors, content: rounded + mark },
  { name: 'maskable-512', size: 512, style: colors, content: full + shrunk },
  { name: 'badge-96', size: 96, style: white, content: mark },
]

mkdirSync(`${publicDir}/icons`, { recursive: true })
const browser = await chromium.launch({ executablePath: findTestChromium(), args: ['--no-sandbox'] })
try {
  const page = await browser.newPage()
  for (const { name, size, style, content } of icons) {
    await page.setViewportSize({ width: size, height: size })
    await page.setContent(
      `<style>body { margin: 0 } svg { display: block } ${style}</style>
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" width="${size}" height="${size}">${content}</svg>`,
    )
    await page.screenshot({ path: `${publicDir}/icons/${name}.png`, omitBackground: true })
  }
} finally {
  await browser.close()
}
