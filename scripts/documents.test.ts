import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, test } from '@jest/globals'
import { inRoot, root } from './lib/tool.mjs'

const places = ['*.md', 'docs/**/*.md', '{apps,libs,services}/*/README.md', '{libs,services}/*/src/**/README.md']
const documents = globSync(places, { cwd: root })
const read = (file: string) => readFileSync(inRoot(file), 'utf8')
const withoutCode = (text: string) => text.replace(/^ *```.*?^ *```/gms, '').replace(/`[^`\n]*`/g, '')

const listAnchors = (file: string) =>
  [...read(file).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )

/** Links into the repository: a file, optionally with an anchor. */
const listLinks = (file: string) =>
  [...withoutCode(read(file)).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^(https?|mailto):/.test(target))
    .map((target) => {
      const [path = '', anchor] = target.split('#')
      return { target, path: path === '' ? file : relative(root, join(root, dirname(file), path)), anchor }
    })

/** Runbook sections that alerts and the pages under /ops refer to. */
function listRunbookSections(): Set<string> {
  const alerts = read('deploy/observability/prometheus/rules.yml').matchAll(/runbook_url: docs\/runbook\.md#([a-z-]+)/g)
  const checks = read('apps/gateway/src/ops/checks.ts').matchAll(/^ +(?:runbook: )?'((?:[a-z]+-)+[a-z]+)',$/gm)
  const inline = read('apps/gateway/src/ops/checks.ts').matchAll(/cause\('\w+', '([a-z-]+)'/g)
  return new Set([...alerts, ...checks, ...inline].map(([, name = '']) => name))
}

test('docs/runbook.md has a section for each alert and each check of /ops, and no other', () => {
  const sections = [...read('docs/runbook.md').matchAll(/^## ([a-z]+(?:-[a-z]+)+)$/gm)].map(([, name = '']) => name)
  expect(sections.toSorted()).toEqual([...listRunbookSections()].sort())
})

test('every runbook section has the effect on users, diagnosis, causes, actions and the sign that it is resolved', () => {
  const sections = read('docs/runbook.md')
    .split(/^## /m)
    .filter((section) => /^[a-z]+-/.test(section))
  const parts = ['- **Users notice**', '- **Check**', '- **Causes**', '- **Do**', '- **Resolved when**']
  for (const section of sections) {
    const [name] = section.split('\n')
    expect([name, parts.filter((part) => !section.includes(part))]).toEqual([name, []])
  }
})

test('docs/security.md names each control once', () => {
  const rows = [...read('docs/security.md').matchAll(/^\| (S\d\d) \|/gm)].map(([, id]) => id)
  expect(rows).toEqual(Array.from({ length: 32 }, (_, index) => `S${String(index + 1).padStart(2, '0')}`))
})

test('docs/asvs.md and docs/asvs-system.md have each line once, and quote titles that the named tests have', () => {
  const pages = ['docs/asvs.md', 'docs/asvs-system.md'].map(read).join('\n')
  const rows = [...pages.matchAll(/^\| (\d[\d., to]+) \| .+ \| (.+) \| .+ \|$/gm)]
  const lines = rows.flatMap(([, numbers = '']) => numbers.split(', '))
  expect(lines.filter((line, index) => lines.indexOf(line) !== index)).toEqual([])
  const states = ['met', 'partly', 'not met', 'not applicable']
  expect(rows.filter(([, , state = '']) => !states.includes(state)).map(([row]) => row)).toEqual([])
  const quotes = [...pages.matchAll(/`([\w./-]+\.test\.tsx?)`((?:,? "[^"]+")+)/g)].flatMap(
    ([, file = '', texts = '']) => [...texts.matchAll(/"([^"]+)"/g)].map(([, text = '']) => ({ file, text })),
  )
  expect(quotes.length).toBeGreaterThan(60)
  expect(quotes.filter(({ file, text }) => !read(file).replaceAll("\\'", "'").includes(text))).toEqual([])
})

test('documents have no broken links', () => {
  const isLost = ({ path, anchor }: { readonly path: string; readonly anchor: string | undefined }) =>
    !existsSync(inRoot(path)) || (anchor !== undefined && path.endsWith('.md') && !listAnchors(path).includes(anchor))
  const lost = documents.map((file) => [file, listLinks(file).filter(isLost)] as const)
  expect(lost.flatMap(([file, links]) => links.map(({ target }) => `${file}: ${target}`))).toEqual([])
})

test('documents name only files that exist', () => {
  const named = documents.flatMap((file) =>
    [...read(file).matchAll(/`((?:apps|deploy|docs|libs|scripts|services|tools)\/[\w./-]+)`/g)].map(([, path = '']) => [
      file,
      path,
    ]),
  )
  expect(named.length).toBeGreaterThan(100)
  // The build output may not exist yet.
  const written = named.filter(([, path]) => path !== 'apps/web/dist')
  expect(written.filter(([, path = '']) => !existsSync(inRoot(path)))).toEqual([])
})

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root })
  .toString()
  .trim()
  .split('\n')
  .filter((file) => existsSync(inRoot(file)))

const CODE_NAME = /^(?:[\w.-]+\/)*[\w.-]+\.(?:tsx?|mjs|cjs|css|html|ya?ml)$/

/** Files within a folder with this path at their end. */
const listEnding = (name: string, folder: string) =>
  files.filter((file) => file.startsWith(folder) && `/${file}`.endsWith(`/${name}`))

test('documents name only code files of their package or, in docs/, of the repository', () => {
  const unknown = documents.flatMap((document) => {
    const [scope = '', owner] = document.split('/')
    const folder = ['apps', 'libs', 'services'].includes(scope) ? `${scope}/${owner}/` : ''
    const names = [...read(document).matchAll(/`([^`\s]+)`/g)].map(([, name = '']) => name)
    const isUnknown = (name: string) =>
      [folder, 'libs/', 'scripts/'].every((place) => listEnding(name, place).length === 0) && !files.includes(name)
    return names
      .filter((name) => CODE_NAME.test(name) && !name.endsWith('.html') && isUnknown(name))
      .map((name) => `${document}: ${name}`)
  })
  expect(unknown).toEqual([])
})

const packageOf: Readonly<Record<string, string>> = {
  browser: 'apps/web/',
  gateway: 'apps/gateway/',
  service: 'libs/service/',
  screener: 'services/screener/',
  'market-data': 'services/market-data/',
  portfolio: 'services/portfolio/',
  coach: 'services/coach/',
}

/** Resolves a name in a line of a way; returns a message if it names no file, or several. */
function resolveStep(name: string, folder: string, places: readonly string[]): string {
  const exact = [...places, ''].map((place) => `${folder}src/${place}${name}`).find((path) => existsSync(inRoot(path)))
  if (exact !== undefined) return exact
  const [found = [], others = []] = [folder, 'libs/'].map((place) => listEnding(name, place))
  const [only, ...more] = found.length > 0 ? found : others
  return only === undefined || more.length > 0 ? `${name} in ${folder}: ${found.length + others.length} files` : only
}

test('each way in docs/architecture.md names only files that exist, and counts them correctly', () => {
  const ways = [...read('docs/architecture.md').matchAll(/^\*\*(.+)\*\* \((\d+) files.*\)\n\n((?:[- ] .+\n)+)/gm)]
  expect(ways).toHaveLength(5)
  for (const [, title = '', count, list = ''] of ways) {
    const steps = list
      .split(/^- /m)
      .slice(1)
      .flatMap((line) => {
        const folder = packageOf[/^[a-z-]+/.exec(line)?.[0] ?? ''] ?? line
        // The landing page is named only because it is not part of the way.
        const text = line.replace(/`index\.html`/, '').replace(/\s+/g, ' ')
        const places = [...text.matchAll(/\bin `([\w/-]+\/)`/g)].map(([, place = '']) => place)
        const names = [...text.matchAll(/`([^`\s]+)`/g)].map(([, name = '']) => name)
        const isStep = (name: string) => CODE_NAME.test(name) || (name.endsWith('/') && !places.includes(name))
        return names.filter(isStep).map((name) => resolveStep(name, folder, places))
      })
    const named = new Set(steps)
    expect([title, [...named].filter((step) => !existsSync(inRoot(step)))]).toEqual([title, []])
    expect([title, named.size]).toEqual([title, Number(count)])
  }
})
