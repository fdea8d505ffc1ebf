/**
 * `npm run pictures -- --out DIR` takes a picture of every surface of the product, in both themes and at two widths, on
 * its own stack with throwaway data, the invented market and a fixed clock. `--against DIR2` compares them with earlier
 * pictures and writes the differences to DIR/differences. `--only screener` takes only the surfaces whose name begins
 * like this, `--checkout FOLDER` shows another checkout. Exits with 1 if a surface failed.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { renderTable } from './bench/report.mjs'
import { runBenchmark } from './bench/stack.mjs'
import { createReport } from './lib/report.mjs'
import { root } from './lib/tool.mjs'

/** Percent of pixels above which a picture counts as changed. */
const CHANGED_PCT = 0.1
/** How much a pixel's color must change to count, 0 to 1: here about five of 256 levels of gray. */
const COLOR_THRESHOLD = 0.02
const DIFFERENCES = 'differences'

const { out, against, only, checkout } = parseArgs({
  options: Object.fromEntries(['out', 'against', 'only', 'checkout'].map((name) => [name, { type: 'string' }])),
}).values
const report = createReport(4)
const nameFile = ({ name, theme, width }) => `${name}.${width}.${theme}.png`

/** Removes earlier results for these surfaces, so that none is left if a surface fails. */
function prepareFolder(folder, jobs, themes) {
  mkdirSync(folder, { recursive: true })
  rmSync(join(folder, DIFFERENCES), { recursive: true, force: true })
  for (const { surface, width } of jobs)
    for (const theme of themes) rmSync(join(folder, nameFile({ name: surface.name, theme, width })), { force: true })
}

/** Takes all pictures and resolves to { taken, failed }. A surface that fails does not stop the others. */
async function takeAll(studio, jobs, folder) {
  const taken = []
  const failed = []
  for (const { surface, width } of jobs) {
    const { name } = surface
    const started = performance.now()
    try {
      const restless = await studio.take(surface, width, (theme, png) => {
        const picture = { name, theme, width }
        writeFileSync(join(folder, nameFile(picture)), png)
        taken.push(picture)
      })
      const note = restless.length > 0 ? `, still changing in ${restless.join(' and ')}` : ''
      report.line(`  ${name}, ${width} (${((performance.now() - started) / 1_000).toFixed(1)} s${note})`)
    } catch (error) {
      failed.push({ name, width, why: error.message })
      report.line(`  ${name}, ${width}: failed`)
    }
  }
  return { taken, failed }
}

/** Compares a picture with the earlier one: { share } in percent, or { note } if that is impossible. */
async function compare(picture, { earlier, folder }) {
  const [{ default: pixelmatch }, { PNG }] = await Promise.all([import('pixelmatch'), import('pngjs')])
  const file = nameFile(picture)
  if (!existsSync(join(earlier, file))) return { note: 'new' }
  const [before, after] = [earlier, folder].map((from) => readFileSync(join(from, file)))
  if (before.equals(after)) return { share: 0 }
  const [old, now] = [PNG.sync.read(before), PNG.sync.read(after)]
  const { width, height } = now
  if (old.width !== width || old.height !== height) return { note: 'changed size' }
  const drawn = new PNG({ width, height })
  const different = pixelmatch(old.data, now.data, drawn.data, width, height, { threshold: COLOR_THRESHOLD })
  const share = (100 * different) / (width * height)
  if (share > CHANGED_PCT) {
    mkdirSync(join(folder, DIFFERENCES), { recursive: true })
    writeFileSync(join(folder, DIFFERENCES, file), PNG.sync.write(drawn))
  }
  return { share }
}

async function printComparison(taken, folders) {
  const rows = []
  for (const picture of taken) {
    const { share, note } = await compare(picture, folders)
    if (note !== undefined || share > 0)
      rows.push({ picture, text: note ?? `${share.toFixed(3)}%`, isChanged: note !== undefined || share > CHANGED_PCT })
  }
  const cells = rows.map(({ picture: { name, theme, width }, text }) => [name, theme, width, text])
  if (rows.length > 0) report.line(`\n${renderTable(['surface', 'theme', 'width', 'pixels that differ'], cells)}`)
  const changed = rows.filter(({ isChanged }) => isChanged).length
  report.line(
    `\n${taken.length} pictures compared: ${taken.length - rows.length} look the same, ${changed} changed by more than ${CHANGED_PCT}%`,
  )
}

await runBenchmark(report, async (closers) => {
  if (out === undefined) throw new Error('Choose a folder for the pictures: npm run pictures -- --out DIR')
  const { createUser, openPictureStack, openStudio, themes, widths } = await import('./lib/picture-studio.mjs')
  const { EMPTY, FILLED, positions, screens, surfaces } = await import('./lib/picture-surfaces.mjs')
  const jobs = surfaces
    .filter(({ name }) => only === undefined || name.startsWith(only))
    .flatMap((surface) =>
      Object.keys(widths)
        .filter((width) => surface.on === undefined || surface.on === width)
        .map((width) => ({ surface, width })),
    )
  if (jobs.length === 0) throw new Error(`No surface begins with ${only}`)
  const folder = resolve(out)
  if (against !== undefined && resolve(against) === folder)
    throw new Error('--out and --against must be different folders')
  prepareFolder(folder, jobs, themes)

  const stack = await openPictureStack(resolve(checkout ?? root))
  closers.push(stack.close)
  await report.step('Stack', stack.start)
  const studio = await openStudio(stack.url)
  closers.push(studio.close)
  await report.step('Users', async () => {
    await createUser(stack.url, EMPTY)
    await createUser(stack.url, FILLED, { positions, screens })
    await studio.signIn([null, EMPTY, FILLED])
  })
  const { taken, failed } = await report.step('Pictures', () => takeAll(studio, jobs, folder))
  if (against !== undefined) await printComparison(taken, { earlier: resolve(against), folder })
  report.line(`\n${taken.length} pictures in ${folder}`)
  for (const { name, width, why } of failed) report.line(`${name}, ${width}: ${why}`)
  return failed.length > 0
})
