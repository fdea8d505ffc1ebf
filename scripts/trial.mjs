import { chromium } from 'playwright-core'
import { readFileSync, mkdirSync } from 'node:fs'
const axe = readFileSync('/tmp/wt/setup/node_modules/axe-core/axe.min.js', 'utf8')
const base = process.argv[2]; mkdirSync('/tmp/setup-shots', { recursive: true })
const b = await chromium.launch({ executablePath: '/usr/bin/chromium-headless-shell', args: ['--no-sandbox'] })
for (const [w, h, scheme] of [[1366, 800, 'light'], [1366, 800, 'dark'], [390, 844, 'light']]) {
  const c = await b.newContext({ viewport: { width: w, height: h }, colorScheme: scheme }); c.setDefaultTimeout(120000)
  const p = await c.newPage(); await p.goto(base + '/register'); const u = 'u' + w + scheme + Date.now() % 1e6; await p.getByLabel('Username').fill(u); await p.getByLabel('Email Address').fill(u + '@example.com'); await p.getByLabel('Password', { exact: true }).fill('Correct-horse-9'); await p.getByLabel('Confirm Password').fill('Correct-horse-9'); await p.getByRole('button', { name: 'Create account' }).click(); await p.waitForURL(/dashboard/)
  await p.goto(base + '/screening'); await p.getByRole('button', { name: /^Simulated . / }).waitFor(); await p.waitForTimeout(2500)
  await p.screenshot({ path: `/tmp/setup-shots/screening-${w}-${scheme}.png` })
  await p.getByRole('button', { name: /^Simulated . / }).click(); await p.getByRole('link', { name: /^Market data: / }).waitFor()
  await p.screenshot({ path: `/tmp/setup-shots/chip-${w}-${scheme}.png` })
  await p.getByRole('link', { name: /^Market data: / }).click(); await p.getByRole('region', { name: 'Data' }).waitFor(); await p.waitForTimeout(500)
  await p.screenshot({ path: `/tmp/setup-shots/market-${w}-${scheme}.png` })
  await p.evaluate(axe); const r = await p.evaluate(() => axe.run()); console.log(w, scheme, r.violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.target).join(' ')}`))
  await c.close()
}
await b.close()
